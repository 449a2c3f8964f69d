import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Returns the encoding that the file's byte order mark declares. Undefined for a file without a byte order mark. */
export function encodingOfMark(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return "utf-8";
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le";
  return startsWith(bytes, 0xfe, 0xff) ? "utf-16be" : undefined;
}

/** True if the bytes are valid text in this encoding. */
export function isTextIn(bytes: Uint8Array, encoding: CsvEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Guesses the encoding of a file. The result is only a proposal, because the bytes cannot prove an encoding. */
export function guessEncoding(bytes: Uint8Array): CsvEncoding {
  const marked = encodingOfMark(bytes);
  if (marked) return marked;
  // In UTF-16, every second byte of Latin text is zero.
  const start = bytes.subarray(0, 200);
  const zeros = [...start].map((byte, index) => (byte === 0 ? index % 2 : -1));
  const [even, odd] = [0, 1].map((parity) => zeros.filter((one) => one === parity).length) as [number, number];
  if (odd > start.length / 4) return "utf-16le";
  if (even > start.length / 4) return "utf-16be";
  return isTextIn(bytes, "utf-8") ? "utf-8" : "windows-1252";
}

const maxPreviewLines = 6;
const maxPreviewWidth = 160;

/**
 * Returns the lines of a file that show whether the encoding is right: the names of the columns, then the first lines
 * with letters whose bytes depend on the encoding. If no line has such letters, returns the first lines.
 */
export function previewLines(bytes: Uint8Array, encoding: CsvEncoding): string[] {
  const lines = new TextDecoder(encoding)
    .decode(bytes)
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== "");
  const telling = lines.slice(1).filter((line) => /\P{ASCII}/u.test(line));
  const shown = [...lines.slice(0, 1), ...(telling.length > 0 ? telling : lines.slice(1))];
  return shown.slice(0, maxPreviewLines).map((line) => line.slice(0, maxPreviewWidth));
}
