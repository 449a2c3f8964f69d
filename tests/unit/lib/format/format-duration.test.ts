import { expect, test } from "vitest";
import { formatDuration } from "#lib/format/format-duration.ts";

test.each([
  [-5_000, "0s"],
  [640, "0.6s"],
  [9_949, "9.9s"],
  [11_400, "11s"],
  [60_000, "1m"],
  [125_000, "2m 5s"],
  [3_600_000, "1h"],
  [11_520_000, "3h 12m"],
  [90_000_000, "1d 1h"],
])("%i ms are %s", (ms, text) => {
  expect(formatDuration(ms, "en")).toBe(text);
});

test("in another locale its own words and decimal comma", () => {
  expect(formatDuration(640, "de")).toMatch(/^0,6\s?[sS]/);
});
