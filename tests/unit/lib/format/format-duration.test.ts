import { expect, test } from "vitest";
import { formatDuration } from "#lib/format/format-duration.ts";

test.each([
  [-5_000, "0 s"],
  [640, "0.6 s"],
  [9_949, "9.9 s"],
  [11_400, "11 s"],
  [60_000, "1 min"],
  [125_000, "2 min 5 s"],
  [3_600_000, "1 h"],
  [11_520_000, "3 h 12 min"],
  [90_000_000, "1 d 1 h"],
])("%i ms are shown as %s", (ms, text) => {
  expect(formatDuration(ms, "en").replaceAll("\u00a0", " ")).toBe(text);
});

test("another locale has its own words and its own decimal comma", () => {
  expect(formatDuration(640, "de")).toMatch(/^0,6\s?[sS]/);
});
