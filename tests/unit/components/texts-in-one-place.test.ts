import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const spokenAttributes = new Set(["aria-label", "aria-description", "alt", "placeholder", "title", "label"]);
const word = /\p{L}{2,}/u;
const twoWords = /(?:^|[\s"“(])\p{L}[\p{L}’']*[,.:;!?…]?\s+\p{L}+/u;
const sentenceMark = /^\P{L}*\p{Lu}|[.!?…]$/u;
/** The placeholder for the values of a template. */
const gap = "\0";
const wordInTemplate = /(?:^|\s)\p{L}{2,}(?=[\s.,:;!?…]|$)/u;
/** Matches class names, selectors, paths and routes. */
const machineText = /[\w\])][-:][\w([&]|[[\]{}=<>]|^\/|^[A-Z]+ \/api\/|^use (?:client|server)$/;
const machineCalls = new Set([
  "classNames",
  "buttonClass",
  "matchMedia",
  "querySelector",
  "querySelectorAll",
  "closest",
]);

/** True for texts that no person reads: class names, types, module names, and error messages for the log. */
function isForMachines(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isTypeNode(at)) return true;
    if (ts.isJsxAttribute(at)) return !spokenAttributes.has(at.name.getText());
    if (ts.isNewExpression(at)) return at.expression.getText().endsWith("Error");
    if (ts.isCallExpression(at) && machineCalls.has(at.expression.getText().split(".").at(-1) ?? "")) return true;
    if (ts.isJsxElement(at) || ts.isStatement(at)) return false;
  }
  return false;
}

const isSentence = (text: string) => twoWords.test(text) && sentenceMark.test(text.trim()) && !machineText.test(text);

/**
 * True for a template that contains a word for people. Outside JSX files, it must also contain punctuation of a
 * sentence, because most templates there are keys or names of locks.
 */
function isSpokenTemplate(node: ts.TemplateExpression, path: string): boolean {
  const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(gap);
  if (machineText.test(text) || !wordInTemplate.test(text)) return false;
  return path.endsWith(".tsx") || sentenceMark.test(text.trim());
}

/** The sentences in a source file, with their lines. */
function sentencesIn(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push(`${path}:${line}: ${text.trim().replaceAll(/\s+/g, " ")}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) {
      if (word.test(node.text)) add(node, node.text);
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const isSpoken = ts.isJsxAttribute(node.parent) && spokenAttributes.has(node.parent.name.getText());
      if ((isSpoken ? word.test(node.text) : isSentence(node.text)) && !isForMachines(node)) add(node, node.text);
    } else if (ts.isTemplateExpression(node) && isSpokenTemplate(node, path) && !isForMachines(node)) {
      add(node, node.getText(file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const files = globSync("{app,components}/**/*.{ts,tsx}")
  .filter((path) => !/(?:^|[/-])texts\.ts$/.test(path))
  .sort();

test("the check finds a component that contains a sentence of its own", () => {
  const source = `
const a = <p className="flex gap-2">No customer yet</p>;
const b = <button aria-label="Close" title={open ? "Hide it" : undefined} type="button" />;
const c = [\`breaker \${state}\`, \`\${share} errors\`, \`/api/\${id}\`, \`GET /api/\${id}\`, \`\${member}Missing\`];
const d = <p className={\`flex \${tone}\`}>{texts.none}</p>;`;
  expect(sentencesIn("sample.tsx", source)).toEqual([
    "sample.tsx:2: No customer yet",
    "sample.tsx:3: Close",
    "sample.tsx:3: Hide it",
    `sample.tsx:4: \`breaker \${state}\``,
    `sample.tsx:4: \`\${share} errors\``,
  ]);
});

test("every interface text is in a file of texts", () => {
  const found = files.flatMap((path) => sentencesIn(path, readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});
