import { expect, test } from "vitest";
import { browserName } from "#lib/format/browser-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0 Safari/537.36`, "Chrome · Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0 Safari/537.36 Edg/142.0`, "Edge · Windows"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15",
    "Safari · macOS",
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", "Safari · iPhone"],
  [`Mozilla/5.0 (Linux; Android 16) ${webKit} Chrome/142.0 Mobile Safari/537.36`, "Chrome · Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox · Linux"],
  ["curl/8.9.1", undefined],
])("the browser %s is called %s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
