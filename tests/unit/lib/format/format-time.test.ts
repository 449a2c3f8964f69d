import { expect, test } from "vitest";
import { formatInstant, formatInstantStable, zoneText } from "#lib/format/format-time.ts";

const instant = "2026-11-02T23:30:05.123Z";

test("the text in the server's HTML is in UTC and does not depend on the machine's zone or locale", () => {
  expect(formatInstantStable(instant, "minute")).toBe("2026-11-02 23:30");
  expect(formatInstantStable(instant, "clock")).toBe("23:30:05");
  expect(formatInstantStable(instant, "time")).toBe("23:30");
  expect(formatInstantStable(instant, "full")).toBe("2026-11-02 23:30:05 UTC");
  expect(formatInstantStable("2026-11-03T00:30:05+01:00", "minute")).toBe("2026-11-02 23:30");
});

test("an instant is shown in the given zone, on that zone's day", () => {
  const locale = "en-GB";
  expect(formatInstant(instant, "minute", { locale, timeZone: "UTC" })).toBe("2 Nov 2026, 23:30");
  expect(formatInstant(instant, "minute", { locale, timeZone: "Asia/Tokyo" })).toBe("3 Nov 2026, 08:30");
  expect(formatInstant(instant, "clock", { locale, timeZone: "America/New_York" })).toBe("18:30:05");
  expect(formatInstant(instant, "time", { locale, timeZone: "America/New_York" })).toBe("18:30");
  expect(formatInstant(instant, "full", { locale, timeZone: "Asia/Tokyo" })).toContain("GMT+9");
});

test("text that is no instant is shown unchanged", () => {
  expect(formatInstant("yesterday", "minute", { locale: "en", timeZone: "UTC" })).toBe("yesterday");
  expect(formatInstantStable("", "clock")).toBe("");
});

test("a zone is named by its place", () => {
  expect(zoneText("America/New_York")).toBe("New York time");
  expect(zoneText("Europe/Amsterdam")).toBe("Amsterdam time");
  expect(zoneText("America/Argentina/Buenos_Aires")).toBe("Buenos Aires time");
  expect(zoneText("UTC")).toBe("UTC");
  expect(zoneText("Etc/GMT-3")).toBe("Etc/GMT-3");
});
