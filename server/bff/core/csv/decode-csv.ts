import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";
import { encodingOfMark, isTextIn } from "#lib/csv-encoding.ts";
import { csvRefused } from "./csv-problem.ts";

const lineFeed = 0x0a;

/** The number of bytes that are decoded at once. */
const chunkBytes = 64 * 1024;

/**
 * The number of the line with the first byte that is not UTF-8. The first line has number 1. `from` is the start of the
 * chunk that contains this byte.
 */
function lineOfBadByte(bytes: Uint8Array, from: number): number {
  // The chunk may begin in the middle of a character. If so, the character begins at most three bytes earlier.
  let start = from;
  while (start > 0 && from - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  let [good, bad] = [start, Math.min(bytes.length, from + chunkBytes)];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A character that is cut off at the end of the chunk is no error.
    const isGood = [0, 1, 2, 3].some((cut) => isTextIn(bytes.subarray(start, Math.max(start, middle - cut)), "utf-8"));
    if (isGood) good = middle;
    else bad = middle;
  }
  let line = 1;
  for (let at = 0; at < good; at += 1) if (bytes[at] === lineFeed) line += 1;
  return line;
}

/**
 * Decodes a file in chunks, without its byte-order mark. Throws `invalid_request` if the file is not text in this
 * encoding.
 */
export function* decodeCsv(bytes: Uint8Array, encoding: CsvEncoding): Generator<string> {
  const marked = encodingOfMark(bytes);
  if (marked !== undefined && marked !== encoding) {
    throw csvRefused(`The file says that it is ${marked.toUpperCase()}. Choose this encoding.`);
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  for (let from = 0; from <= bytes.length; from += chunkBytes) {
    const isLast = from + chunkBytes > bytes.length;
    try {
      yield decoder.decode(bytes.subarray(from, from + chunkBytes), { stream: !isLast });
    } catch {
      if (encoding !== "utf-8") throw csvRefused(`The file is not ${encoding.toUpperCase()}. Choose another encoding.`);
      const line = lineOfBadByte(bytes, from);
      throw csvRefused("This is not UTF-8. Save the file as UTF-8, or choose its encoding.", { line });
    }
  }
}
