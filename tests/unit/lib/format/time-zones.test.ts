import { expect, test } from "vitest";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import { timeZoneLabel, timeZonesByRegion } from "#lib/format/time-zones.ts";

test("every offered zone can be saved, and occurs once in its region", () => {
  const regions = timeZonesByRegion();
  expect(regions.get("Europe")).toContain("Europe/Amsterdam");
  const zones = [...regions.values()].flat();
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(new Set(zones).size).toBe(zones.length);
  for (const [region, own] of regions) expect(own.every((zone) => zone.startsWith(`${region}/`))).toBe(true);
});

test.each([
  ["Europe/Kiev", "Kyiv (Kiev)"],
  ["Asia/Calcutta", "Kolkata (Calcutta)"],
  ["Asia/Katmandu", "Kathmandu (Katmandu)"],
  ["Asia/Saigon", "Ho Chi Minh (Saigon)"],
  ["Asia/Rangoon", "Yangon (Rangoon)"],
  ["America/Godthab", "Nuuk (Godthab)"],
  ["Atlantic/Faeroe", "Faroe (Faeroe)"],
  ["Europe/Kyiv", "Kyiv"],
  ["America/Argentina/Buenos_Aires", "Argentina/Buenos Aires"],
])("the zone %s is listed as %s", (zone, label) => {
  expect(timeZoneLabel(zone)).toBe(label);
});

test("zones are sorted by their labels, so that typing finds a zone by its name", () => {
  const labels = (timeZonesByRegion().get("Europe") ?? []).map(timeZoneLabel);
  expect(labels.indexOf("Kyiv (Kiev)")).toBe(labels.indexOf("Lisbon") - 1);
});
