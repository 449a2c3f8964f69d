import { expect, test } from "vitest";
import { readTheme, themeCookieText } from "#lib/browser-storage/theme.ts";

test("without a cookie, or with an unknown value, the system's theme applies", () => {
  expect(readTheme(undefined)).toBe("system");
  expect(readTheme('dark" onload="')).toBe("system");
});

test("a stored theme is read again", () => {
  expect(readTheme("dark")).toBe("dark");
  expect(themeCookieText("dark")).toBe("theme=dark; Path=/; Max-Age=31536000; SameSite=Lax");
});
