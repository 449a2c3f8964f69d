import { expect, test } from "vitest";
import { isTimeZone } from "#lib/contract/time-zone.ts";
import { timeZonesByRegion } from "#lib/format/time-zones.ts";

test("every zone that is offered can be saved, and stands in its region once", () => {
  const regions = timeZonesByRegion();
  expect(regions.get("Europe")).toContain("Europe/Amsterdam");
  const zones = [...regions.values()].flat();
  expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  expect(new Set(zones).size).toBe(zones.length);
  for (const [region, own] of regions) expect(own.every((zone) => zone.startsWith(`${region}/`))).toBe(true);
});
