import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { stallingFiles } from "#tests/fixtures/csv/stalling-files.ts";
import { startImportConsole } from "#tests/fixtures/imports/import-console.ts";

// The attack is uploading one of these files. Any editor can do this, and so can anybody with an editor's key.
const attacks = [
  "line feeds after the header",
  "blank lines behind an honest row",
  "line feeds and a byte that is no text",
];

/**
 * Sends health requests during an upload, one in each task of the event loop. Counts the health requests that are
 * answered before the upload ends.
 */
async function besides(upload: Promise<Response>, health: () => Promise<Response>) {
  let [answered, isOver] = [0, false];
  void upload.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    void health().then(({ status }) => {
      if (!isOver && status === 200) answered += 1;
    });
  }
  return { answered, response: await upload };
}

test.each(attacks)("health requests are still answered while 5 MB of %s are read", async (name) => {
  const importConsole = await startImportConsole();
  onTestFinished(importConsole.close);
  const { bytes, ends } = stallingFiles.find((file) => file.name === name) ?? { bytes: Buffer.of(), ends: undefined };
  const health = () => importConsole.console.send("GET", "/api/health");
  // The first health request is slower, so it is not counted.
  await health();
  const besideImport = await besides(importConsole.upload(bytes), health);
  // The console answers more than 80 health requests while it reads the file.
  expect(besideImport.answered).toBeGreaterThan(80);
  const { response } = besideImport;
  if (ends && "refused" in ends) {
    expect(response.status).toBe(400);
    expect(((await response.json()) as Problem).detail).toContain(ends.refused);
  } else expect(response.status).toBe(201);

  // A file for a bulk change may have at most one megabyte.
  const headers = { "content-type": "text/csv" };
  const body = bytes.slice(0, 1_000_000);
  const bulk = importConsole.console.send("POST", "/api/sandbox/bulk/file", {
    body,
    cookie: importConsole.editor,
    headers,
  });
  const besideBulk = await besides(bulk, health);
  expect(besideBulk.response.status).toBe(ends && "rows" in ends ? 202 : 400);
  expect(besideBulk.answered).toBeGreaterThan(15);
});
