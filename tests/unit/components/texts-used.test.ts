import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const sources = new Map(
  globSync("{app,components,lib,server}/**/*.{ts,tsx}").map((path) => [path, readFileSync(path, "utf8")]),
);

const isTexts = (path: string) => /(?:^|[/-])texts\.ts$/.test(path);
const importPattern = /^import (?:type )?\{([^}]*)\} from "([^"]+)";$/gm;

/**
 * Returns everything that a source imports from text files. The key is the local name, and the value is the origin as
 * `path#name`.
 */
function importedTexts(path: string, source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", from = ""] of source.matchAll(importPattern)) {
    const target = from.startsWith("#") ? from.slice(1) : join(dirname(path), from);
    if (!isTexts(target)) continue;
    for (const name of names.split(",")) {
      const [exported = "", local = exported] = name
        .trim()
        .replace(/^type /, "")
        .split(" as ");
      found.set(local, `${target}#${exported}`);
    }
  }
  return found;
}

/**
 * Returns the members of text objects that no source uses. If a source passes a whole object to other code, all of its
 * members count as used.
 */
function unusedTexts(files: ReadonlyMap<string, string>): string[] {
  const members = new Map<string, string[]>();
  for (const [path, source] of files) {
    if (!isTexts(path)) continue;
    for (const [, name, body = ""] of source.matchAll(/^(?:export )?const (\w+) = \{\n([\s\S]*?)^\}/gm))
      members.set(
        `${path}#${name}`,
        [...body.matchAll(/^ {2}(\w+)[:(]/gm)].flatMap(([, member]) => member ?? []),
      );
  }
  const used = new Map<string, Set<string>>();
  const passedOn = new Set<string>();
  for (const [path, source] of files) {
    const locals = importedTexts(path, source);
    const code = source.replaceAll(importPattern, "");
    if (isTexts(path))
      for (const [name] of source.matchAll(/(?<=^(?:export )?const )\w+(?= = \{$)/gm))
        locals.set(name, `${path}#${name}`);
    for (const [local, target] of locals) {
      for (const [, declared, dot, member = ""] of code.matchAll(
        new RegExp(`(const )?(?<![.\\w])${local}\\b(\\s*\\.\\s*(\\w+))?`, "g"),
      )) {
        if (dot) used.set(target, (used.get(target) ?? new Set()).add(member));
        else if (!declared) passedOn.add(target);
      }
    }
  }
  return [...members].flatMap(([target, names]) =>
    passedOn.has(target) ? [] : names.filter((name) => !used.get(target)?.has(name)).map((name) => `${target}.${name}`),
  );
}

test("the check finds a text that nothing shows", () => {
  const files = new Map([
    ["components/a/texts.ts", 'export const aTexts = {\n  shown: "Shown",\n  dead: "Dead",\n} as const;\n'],
    ["components/b/b-texts.ts", 'export const bTexts = {\n  one: "One",\n} as const;\n'],
    ["components/a/a.tsx", 'import { aTexts as texts } from "./texts.ts";\nconst a = texts.shown;\n'],
    ["components/b/b.tsx", 'import { bTexts } from "#components/b/b-texts.ts";\nconst b = show(bTexts);\n'],
  ]);
  expect(unusedTexts(files)).toEqual(["components/a/texts.ts#aTexts.dead"]);
});

test("every interface text is shown somewhere", () => {
  expect(unusedTexts(sources)).toEqual([]);
});
