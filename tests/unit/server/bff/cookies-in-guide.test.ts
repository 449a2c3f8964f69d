import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the guide contains every cookie that is set", () => {
  const sources = globSync("{server/bff,lib/browser-storage}/**/*.ts").map((path) => readFileSync(path, "utf8"));
  const setters = sources.filter((source) => /Path=\/|createSealedCookie\(options/.test(source));
  const names = setters.flatMap((source) =>
    [...source.matchAll(/"(switchboard[a-z-]*)"|\w*[cC]ookie(?:Name)? = "(\w+)"/g)].map(
      (found) => found[1] ?? found[2],
    ),
  );
  const table = readFileSync("docs/guide/personal-data.md", "utf8").split("## Cookies")[1]?.split("\n## ")[0] ?? "";
  const listed = [...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name);
  expect([...new Set(names)].sort()).toEqual(listed.toSorted());
});
