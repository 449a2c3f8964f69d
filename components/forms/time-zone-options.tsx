import { timeZoneLabel, timeZonesByRegion } from "#lib/format/time-zones.ts";

/**
 * The browser's time zones as options of a selector, grouped by region. Always includes `value`, even if the browser
 * does not know this zone.
 */
export function TimeZoneOptions({ value, isReady }: { value: string; isReady: boolean }) {
  // The server and the browser may know different zones. So the server renders only the chosen zone.
  const regions = isReady ? [...timeZonesByRegion()] : [];
  const isListed = value === "" || value === "UTC" || regions.some(([, zones]) => zones.includes(value));
  return (
    <>
      {!isListed && <option value={value}>{value}</option>}
      {regions.map(([region, zones]) => (
        <optgroup key={region} label={region}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {timeZoneLabel(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
}
