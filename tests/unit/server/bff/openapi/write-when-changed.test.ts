import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhenChanged } from "#server/bff/openapi/write-when-changed.ts";

test("a document is written only if its text has changed, and the sentence says which", () => {
  const root = mkdtempSync(join(tmpdir(), "switchboard-document-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, "openapi.json");
  const earlier = new Date(0);
  expect(writeWhenChanged(root, "openapi.json", "{}")).toBe("Wrote openapi.json.");
  utimesSync(path, earlier, earlier);
  expect(writeWhenChanged(root, "openapi.json", "{}")).toBe("openapi.json is up to date: nothing was written.");
  expect(statSync(path).mtime).toEqual(earlier);
  expect(writeWhenChanged(root, "openapi.json", "[]")).toBe("Wrote openapi.json.");
  expect(readFileSync(path, "utf8")).toBe("[]");
});
