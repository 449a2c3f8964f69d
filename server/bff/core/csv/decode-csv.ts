import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";
import { encodingOfMark, isTextIn } from "#lib/csv-encoding.ts";
import { csvRefused } from "./csv-problem.ts";

const lineFeed = 0x0a;

/** So much is decoded at once. */
const chunkBytes = 64 * 1024;

/** The line of the first byte that is no UTF-8, and its place in it, both from 1. */
function firstBadByte(bytes: Uint8Array): { line: number; byte: number } {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const end = bytes.indexOf(lineFeed, from);
    const part = bytes.subarray(from, end === -1 ? undefined : end);
    if (!isTextIn(part, "utf-8")) {
      let [good, bad] = [0, part.length];
      while (bad - good > 1) {
        const middle = (good + bad) >> 1;
        // A character that is cut off at the end is no error yet.
        const isGood = isTextIn(part.subarray(0, middle), "utf-8") || isTextIn(part.subarray(0, middle - 1), "utf-8");
        if (isGood) good = middle;
        else bad = middle;
      }
      return { line, byte: good };
    }
    if (end === -1) break;
    from = end + 1;
  }
  return { line, byte: 1 };
}

/**
 * The text of a file, piece by piece, without the mark of its encoding. Throws `invalid_request` where it is not text
 * in that encoding.
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
      const { line } = firstBadByte(bytes);
      throw csvRefused("This is not UTF-8. Save the file as UTF-8, or choose its encoding.", { line });
    }
  }
}
