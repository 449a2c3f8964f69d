import { pageLanguage } from "./page-language.ts";

/** Current names of places that the time zone database has renamed. Browsers still list the old names. */
const currentNames: ReadonlyMap<string, string> = new Map([
  ["Africa/Asmera", "Asmara"],
  ["America/Coral_Harbour", "Atikokan"],
  ["America/Godthab", "Nuuk"],
  ["Asia/Calcutta", "Kolkata"],
  ["Asia/Katmandu", "Kathmandu"],
  ["Asia/Rangoon", "Yangon"],
  ["Asia/Saigon", "Ho Chi Minh"],
  ["Atlantic/Faeroe", "Faroe"],
  ["Europe/Kiev", "Kyiv"],
  ["Pacific/Enderbury", "Kanton"],
  ["Pacific/Ponape", "Pohnpei"],
  ["Pacific/Truk", "Chuuk"],
]);

/** Returns a time zone's name within its region, with the current name first: `Amsterdam`, `Kyiv (Kiev)`. */
export function timeZoneLabel(zone: string): string {
  const place = zone.slice(zone.indexOf("/") + 1).replaceAll("_", " ");
  const current = currentNames.get(zone);
  return current === undefined ? place : `${current} (${place})`;
}

/**
 * Returns the time zones that this platform knows, grouped by region and sorted by label: `Europe` →
 * `Europe/Amsterdam`, …
 */
export function timeZonesByRegion(): Map<string, string[]> {
  const regions = new Map<string, string[]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [region = "", ...place] = zone.split("/");
    if (place.length > 0) regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  const order = new Intl.Collator(pageLanguage);
  for (const zones of regions.values()) zones.sort((a, b) => order.compare(timeZoneLabel(a), timeZoneLabel(b)));
  return regions;
}
