import { areSameBytes } from "#server/api-client/transport/read-body.ts";

/**
 * The maximum number of stored answers, and their maximum total size in bytes. An answer larger than a quarter of the
 * total is not stored.
 */
const maxEntries = 500;
const maxBytes = 32 * 1024 * 1024;
const maxAnswer = maxBytes / 4;

/** An answer, and the time of its arrival, in milliseconds since 1970. */
export interface GoodAnswer {
  /** The body as received, in UTF-8. */
  bytes: Uint8Array;
  status: number;
  atMs: number;
}

const decoder = new TextDecoder();
const noBytes = new Uint8Array();

export type StaleCache = ReturnType<typeof createStaleCache>;

/**
 * Stores the last good answer to each read of one environment, for use while requests are paused or the key is refused.
 * It stores at most 500 answers and 32 MB. The least recently used answers are removed first. Answers are stored as
 * bytes, because the garbage collector would copy strings between its generations.
 */
export function createStaleCache() {
  const answers = new Map<string, GoodAnswer>();
  let bytes = 0;

  function forget(key: string): void {
    const known = answers.get(key);
    if (known === undefined) return;
    bytes -= known.bytes.byteLength;
    answers.delete(key);
    // Replaces the bytes in the entry, because the map's old tables keep the entry until the next full garbage
    // collection.
    known.bytes = noBytes;
  }

  return {
    keep: (key: string, answer: GoodAnswer) => {
      forget(key);
      if (answer.bytes.byteLength > maxAnswer) return;
      answers.set(key, { ...answer });
      bytes += answer.bytes.byteLength;
      for (const oldest of answers.keys()) {
        if (answers.size <= maxEntries && bytes <= maxBytes) break;
        forget(oldest);
      }
    },
    has: (key: string) => answers.has(key),
    find: (key: string): { text: string; status: number; atMs: number } | undefined => {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      const { status, atMs } = answer;
      return { text: decoder.decode(answer.bytes), status, atMs };
    },
    /** True if the stored answer has exactly these bytes. This check does not count as a use of the answer. */
    holds: (key: string, others: Uint8Array): boolean => {
      const known = answers.get(key)?.bytes;
      return known !== undefined && areSameBytes(known, others);
    },
    size: (): { entries: number; bytes: number } => ({ entries: answers.size, bytes }),
  };
}
