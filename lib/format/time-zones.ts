/** The time zones that this platform knows, by region: `Europe` → `Europe/Amsterdam`, … */
export function timeZonesByRegion(): Map<string, string[]> {
  const regions = new Map<string, string[]>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const [region = "", ...place] = zone.split("/");
    if (place.length > 0) regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return regions;
}
