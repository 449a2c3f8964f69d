import { expect, test } from "vitest";
import { preferenceCookie, readPreferences } from "#lib/browser-storage/preferences.ts";

test("without cookies, and for values that nobody offers, the defaults hold", () => {
  const defaults = { theme: "system", timeZone: "local", shortcuts: "on" };
  expect(readPreferences(() => undefined)).toEqual(defaults);
  expect(readPreferences(() => 'dark" onload="')).toEqual(defaults);
});

test("what is remembered is read again", () => {
  const cookies = new Map([
    ["theme", "dark"],
    ["timeZone", "utc"],
    ["shortcuts", "off"],
  ]);
  expect(readPreferences((name) => cookies.get(name))).toEqual({ theme: "dark", timeZone: "utc", shortcuts: "off" });
  expect(preferenceCookie("theme", "dark")).toBe("theme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
});
