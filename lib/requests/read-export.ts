export interface ExportProgress {
  rows: number;
  bytes: number;
}

/** A complete export. */
export interface ExportEnd extends ExportProgress {
  /** The number of rows in the list when the export started, if the server sent it. */
  expected: number | undefined;
  /** True if rows were added, removed or moved while the server read the list. */
  drifted: boolean;
  /**
   * The numbers of customers that the store of known customers selected but the file does not contain. `changed`:
   * customers that no longer match. `unconfirmed`: customers that could not be read. Only at the end of a JSON file.
   */
  changed?: number;
  unconfirmed?: number;
  /** JSON: true if the file contains as many rows as the API reports. CSV: always true. */
  complete: boolean;
}

interface ReadExportOptions {
  format: "csv" | "json";
  expected: number | undefined;
  write: (chunk: Uint8Array<ArrayBuffer>) => Promise<void> | void;
  onProgress: (progress: ExportProgress) => void;
}

const lineFeed = 10;
const tailLength = 500;
const endOfRows = "\n],";

/** Parses the members after the last row of a JSON file (docs/decisions/0007-exports.md). */
function endOfJson(tail: string): Omit<ExportEnd, "rows" | "bytes" | "expected"> & { count: number } {
  const at = tail.indexOf(endOfRows);
  if (at < 0) throw new SyntaxError("The file has no end");
  const end = JSON.parse(`{${tail.slice(at + endOfRows.length)}`) as Record<string, unknown>;
  const { count, drifted, complete, changed, unconfirmed } = end;
  return {
    count: Number(count),
    drifted: drifted === true,
    complete: complete === true,
    ...(typeof changed === "number" && { changed }),
    ...(typeof unconfirmed === "number" && { unconfirmed }),
  };
}

/**
 * Reads an export as a stream and counts its rows: each row is one line, in CSV and in JSON. If the stream fails, its
 * error is thrown, because an interrupted file is invalid.
 */
export async function readExport(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { format, expected, write, onProgress }: ReadExportOptions,
): Promise<ExportEnd> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let lines = 0;
  let tail = "";
  const reader = body.getReader();
  for (;;) {
    const { value: chunk, done } = await reader.read();
    if (done) break;
    await write(chunk);
    bytes += chunk.byteLength;
    for (const byte of chunk) if (byte === lineFeed) lines += 1;
    if (format === "json") tail = (tail + decoder.decode(chunk, { stream: true })).slice(-tailLength);
    onProgress({ rows: Math.max(0, format === "csv" ? lines - 1 : lines), bytes });
  }
  if (format === "json") {
    const { count, ...end } = endOfJson(tail);
    return { rows: count, bytes, expected, ...end };
  }
  const rows = Math.max(0, lines - 1);
  return { rows, bytes, expected, drifted: expected !== undefined && rows !== expected, complete: true };
}

/** The file name in a `Content-Disposition` header, if there is one. */
export function fileNameOf(disposition: string | null): string | undefined {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1];
}
