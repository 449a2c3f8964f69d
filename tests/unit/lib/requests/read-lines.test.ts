import fc from "fast-check";
import { expect, test } from "vitest";
import { readLines } from "#lib/requests/read-lines.ts";

async function linesOf(parts: Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  for await (const line of readLines(body)) lines.push(line);
  return lines;
}

test("lines stay whole, wherever the stream is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "grapheme" })), fc.integer({ min: 1, max: 7 }), async (texts, size) => {
      const lines = texts.map((text) => text.toWellFormed().replaceAll("\n", " "));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        Uint8Array.from(bytes.subarray(at * size, (at + 1) * size)),
      );
      expect(await linesOf(parts)).toEqual(lines);
    }),
  );
});

test("a line without its line ending does not count", async () => {
  expect(await linesOf([Buffer.from("whole\npart")])).toEqual(["whole"]);
});

test("leaving the lines ends the stream", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from("line\n")),
    cancel() {
      isCancelled = true;
    },
  });
  for await (const _ of readLines(body)) break;
  expect(isCancelled).toBe(true);
});
