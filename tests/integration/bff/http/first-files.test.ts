import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readFirstFiles } from "#server/bff/http/listener/first-files.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-first-files-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function writePage(page: string, scripts: Record<string, string[]>): void {
  const place = join(folder, "server", "app", page);
  mkdirSync(place, { recursive: true });
  const manifest = { clientModules: { a: { chunks: ["/_next/static/chunks/other.js"] } }, entryJSFiles: scripts };
  writeFileSync(
    join(place, "page_client-reference-manifest.js"),
    `globalThis.__RSC_MANIFEST["/${page}/page"] = ${JSON.stringify(manifest)}`,
  );
}

test("the first files are the scripts of the overview and the customers with their layouts, each once", () => {
  const layout = { "[project]/app/layout": ["static/chunks/layout.js"] };
  writePage("(console)/[environment]", { ...layout, "[project]/app/page": ["static/chunks/over-view.js"] });
  writePage("(console)/[environment]/customers", { ...layout, "[project]/app/page": ["static/chunks/c_1~.js"] });
  writePage("(console)/[environment]/jobs", { "[project]/app/page": ["static/chunks/jobs.js"] });
  expect(readFirstFiles("b1", folder)).toEqual({
    folder: "/_next/static/chunks/",
    query: "?dpl=b1",
    names: ["layout.js", "over-view.js", "c_1~.js"],
  });
});

test("a build that does not list the scripts of its pages has no first files", () => {
  expect(readFirstFiles("b1", folder).names).toEqual([]);
});
