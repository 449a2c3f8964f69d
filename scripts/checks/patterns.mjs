// Checks that no regular expression of the product can take quadratic time or worse. Otherwise a text from the API or
// from a person could block the whole process.
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import ts from "typescript";
import { root } from "../setup/places.mjs";

/** @typedef {{ source: string, flags: string, line: number }} Pattern */

/** The code that reads untrusted text: everything except the tools and the tests. */
const product = ["{app,components,lib,server}/**/*.{ts,tsx}", "*.ts"];

/** @param {string} base the repository */
export const productFiles = (base) => globSync(product, { cwd: base });

/**
 * Returns the regular expressions in a module.
 * @param {string} file the name of the module
 * @param {string} text
 */
export function patternsIn(file, text) {
  const module = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Pattern[]} */
  const found = [];
  /** @param {import("typescript").Node} node */
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = module.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const end = node.text.lastIndexOf("/");
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line });
    }
    ts.forEachChild(node, visit);
  };
  visit(module);
  return found;
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} one sentence for each pattern that can be slow
 */
export function slowPatterns(file, text) {
  return patternsIn(file, text)
    .filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
    .map(({ source, line }) => `${file}:${line}: /${source}/ can take quadratic time or worse`);
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const problems = productFiles(root).flatMap((file) => slowPatterns(file, readFileSync(join(root, file), "utf8")));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
