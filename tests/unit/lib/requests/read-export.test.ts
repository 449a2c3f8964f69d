import { describe, expect, test } from "vitest";
import { type ExportProgress, fileNameOf, readExport } from "#lib/requests/read-export.ts";

/** Returns a stream of a text in parts of `size` bytes. If `breaks` is true, the stream ends with an error. */
function streamOf(text: string, size: number, breaks = false): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const part = bytes.slice(at, at + size);
      at += size;
      if (part.length > 0) controller.enqueue(part);
      else if (breaks) controller.error(new Error("broken off"));
      else controller.close();
    },
  });
}

async function read(body: ReadableStream<Uint8Array<ArrayBuffer>>, format: "csv" | "json", expected?: number) {
  const progress: ExportProgress[] = [];
  const parts: Uint8Array[] = [];
  const end = await readExport(body, {
    format,
    expected,
    write: (chunk) => void parts.push(chunk),
    onProgress: (now) => void progress.push(now),
  });
  return { end, progress, text: Buffer.concat(parts).toString() };
}

const csv = "\ufeffcustomerID,companyName\r\n1,Größe\r\n2,Two\r\n";
const json = (end: string) =>
  `{"environment":"sandbox","customers":[\n{"customerID":"1"},\n{"customerID":"ö"}\n],${end}}\n`;

describe.each([1, 3, 1_000])("an export that arrives in parts of %i bytes", (size) => {
  test("the rows of a CSV file are all lines except the first", async () => {
    const { end, progress, text } = await read(streamOf(csv, size), "csv", 2);
    expect(text).toBe(csv);
    expect(end).toEqual({ rows: 2, bytes: Buffer.byteLength(csv), expected: 2, drifted: false, complete: true });
    expect(progress.at(-1)).toEqual({ rows: 2, bytes: end.bytes });
    expect(progress.every(({ rows }) => rows >= 0)).toBe(true);
  });

  test("the end of a JSON file says how the file ended", async () => {
    const drifted = json('"expected":3,"count":2,"drifted":true,"complete":true');
    expect((await read(streamOf(drifted, size), "json", 3)).end).toMatchObject({
      rows: 2,
      drifted: true,
      complete: true,
    });
    const short = json('"expected":3,"count":2,"drifted":true,"complete":false');
    expect((await read(streamOf(short, size), "json", 3)).end).toMatchObject({ complete: false });
  });

  test("a number of rows that differs from the list's total is reported as drift", async () => {
    expect((await read(streamOf(csv, size), "csv", 5)).end).toMatchObject({ rows: 2, drifted: true });
    expect((await read(streamOf(csv, size), "csv")).end).toMatchObject({ drifted: false });
  });

  test("an interrupted file is invalid", async () => {
    await expect(read(streamOf(csv, size, true), "csv", 2)).rejects.toThrow("broken off");
  });
});

test("a JSON file without its end is invalid too", async () => {
  await expect(read(streamOf('{"customers":[\n{"customerID":"1"}', 10), "json", 1)).rejects.toThrow(SyntaxError);
});

test("the file has the name that the console gives it", () => {
  expect(fileNameOf('attachment; filename="customers-sandbox-2026-11-20.csv"')).toBe(
    "customers-sandbox-2026-11-20.csv",
  );
  expect(fileNameOf(null)).toBeUndefined();
});
