import { expect, test } from "vitest";
import { findChromium } from "../../../scripts/checks/chromium.mjs";

const machine = (there: string[], env: Record<string, string> = {}, platform: NodeJS.Platform = "linux") => ({
  env: { NODE_ENV: "test" as const, PATH: "/usr/local/bin:/usr/bin", ...env },
  own: "/cache/chrome",
  platform,
  exists: (file: string) => there.includes(file),
});

test("a Chromium that a variable names has priority over Playwright's own one, which has priority over the machine's", () => {
  const there = ["/named", "/cache/chrome", "/usr/bin/chromium"];
  expect(findChromium(machine(there, { PLAYWRIGHT_CHROMIUM: "/named" }))).toBe("/named");
  expect(findChromium(machine(there, { CHROMIUM_PATH: "/named" }))).toBe("/named");
  expect(findChromium(machine(there))).toBe("/cache/chrome");
  expect(findChromium(machine(["/usr/bin/chromium"]))).toBe("/usr/bin/chromium");
});

test("an installed Chrome is found on macOS", () => {
  const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  expect(findChromium(machine([chrome], {}, "darwin"))).toBe(chrome);
});

test("no program is found on a machine without one", () => {
  expect(findChromium(machine([]))).toBeUndefined();
});

test("a variable that names no existing file is an error, and is not ignored", () => {
  expect(() => findChromium(machine(["/usr/bin/chromium"], { CHROMIUM_PATH: "/gone" }))).toThrow(
    "CHROMIUM_PATH names /gone, which does not exist",
  );
});
