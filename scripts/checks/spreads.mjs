// Checks that no object or array literal is spread directly. `...{ environment, client }` means the same as the two
// members alone. Such a spread only stops the formatter from putting each member on its own line.
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { root } from "../setup/places.mjs";

const code = ["{app,components,lib,server,scripts,tests}/**/*.{ts,tsx,mjs}", "*.{ts,mjs}"];

/**
 * Returns the literals that a module spreads directly.
 * @param {string} file the name of the module
 * @param {string} text
 * @returns {{ line: number, start: number, end: number, inner: string }[]}
 */
export function freshSpreads(file, text) {
  // Parsing takes long, so only modules with three dots before a literal or a comment are parsed.
  if (!/\.\.\.\s*[{[/]/.test(text)) return [];
  const module = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {{ line: number, start: number, end: number, inner: string }[]} */
  const found = [];
  /** @param {import("typescript").Node} node */
  const visit = (node) => {
    if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
      const { expression } = node;
      const isFresh = ts.isSpreadAssignment(node)
        ? ts.isObjectLiteralExpression(expression)
        : ts.isArrayLiteralExpression(expression);
      if (isFresh) {
        const line = module.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        const inner = text.slice(expression.getStart() + 1, expression.getEnd() - 1);
        found.push({ line, start: node.getStart(), end: node.getEnd(), inner });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(module);
  return found;
}

if (process.argv[1] && statSync(process.argv[1]).isFile() && fileURLToPath(import.meta.url) === process.argv[1]) {
  const problems = globSync(code, { cwd: root, exclude: ["**/node_modules/**"] }).flatMap((file) =>
    freshSpreads(file, readFileSync(join(root, file), "utf8")).map(
      ({ line }) => `${file}:${line}: spreads a literal that is written there: write its members`,
    ),
  );
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
