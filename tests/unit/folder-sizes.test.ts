import { globSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

const code = "{app,components,lib,server,scripts,tests}/**/*.{ts,tsx,mjs,js,css}";

/** A folder is one subject: with more files than this it holds two. */
const maxFiles = 20;

test("no folder of the code holds more than twenty files", () => {
  const paths = globSync(code, { exclude: ["**/node_modules/**", "**/.next/**"] });
  const folders = Object.groupBy(paths, (path) => dirname(path));
  const tooLarge = Object.entries(folders)
    .filter(([, files]) => (files ?? []).length > maxFiles)
    .map(([folder, files]) => `${folder}: ${files?.length}`);
  expect(paths.length).toBeGreaterThan(1_000);
  expect(tooLarge).toEqual([]);
});
