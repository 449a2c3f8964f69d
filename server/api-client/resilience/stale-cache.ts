/** Answers kept at most, and characters in all of them; a longer one than a quarter of these is not kept. */
const maxEntries = 500;
const maxCharacters = 32 * 1024 * 1024;
const maxAnswer = maxCharacters / 4;

/** An answer and the instant when it arrived (milliseconds since 1970). */
export interface GoodAnswer {
  text: string;
  status: number;
  atMs: number;
}

export interface StaleCache {
  keep(key: string, answer: GoodAnswer): void;
  has(key: string): boolean;
  find(key: string): GoodAnswer | undefined;
  /** The text of an answer, which does not count as using it. */
  textOf(key: string): string | undefined;
  size(): { entries: number; characters: number };
}

/**
 * The last good answer to each read of one environment, for while the API is down: at most 500 and
 * 32 million characters, those that were used least lately leave first. Kept as text, which
 * takes least memory and cannot be changed.
 */
export function createStaleCache(): StaleCache {
  const answers = new Map<string, GoodAnswer>();
  let characters = 0;

  function forget(key: string): void {
    characters -= answers.get(key)?.text.length ?? 0;
    answers.delete(key);
  }

  return {
    keep: (key, answer) => {
      forget(key);
      if (answer.text.length > maxAnswer) return;
      answers.set(key, answer);
      characters += answer.text.length;
      for (const oldest of answers.keys()) {
        if (answers.size <= maxEntries && characters <= maxCharacters) break;
        forget(oldest);
      }
    },
    has: (key) => answers.has(key),
    find: (key) => {
      const answer = answers.get(key);
      if (answer === undefined) return undefined;
      answers.delete(key);
      answers.set(key, answer);
      return answer;
    },
    textOf: (key) => answers.get(key)?.text,
    size: () => ({ entries: answers.size, characters }),
  };
}
