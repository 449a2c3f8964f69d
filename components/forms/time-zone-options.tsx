import { timeZoneLabel, timeZonesByRegion } from "#lib/format/time-zones.ts";

/**
 * The time zones of this browser as options of a select, by region. Includes `value` even if the browser does not know
 * it.
 */
export function TimeZoneOptions({ value, isReady }: { value: string; isReady: boolean }) {
  // Server and browser know different zones, so the server renders only the chosen one.
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
