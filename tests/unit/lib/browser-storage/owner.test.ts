import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Searches every source file that a browser may run. Returns the lines that match `pattern`. */
async function uses(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob("{app,components,lib,public}/**/*.{ts,tsx,js}")) {
    const lines = (await readFile(file, "utf8")).split("\n");
    if (lines.some((line) => pattern.test(line))) found.push(file);
  }
  found.push(
    ...(pattern.test(await readFile("instrumentation-client.ts", "utf8")) ? ["instrumentation-client.ts"] : []),
  );
  return found.sort();
}

test("only lib/browser-storage uses a browser's storage, so that signing out removes all of it", async () => {
  const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore)\b|\bcaches\s*\.|navigator\.storage/;
  expect(await uses(storage)).toEqual([
    "lib/browser-storage/reload-script.ts",
    "lib/browser-storage/sign-out.ts",
    "lib/browser-storage/stored-items.ts",
  ]);
});

test("the cookies that a page writes contain the theme and the open environment, and no personal data", async () => {
  expect(await uses(/document\.cookie/)).toEqual([
    "components/shell/remember-environment.tsx",
    "components/ui/preferences/preferences.tsx",
    "lib/browser-storage/last-environment.ts",
    "lib/browser-storage/theme.ts",
  ]);
});
