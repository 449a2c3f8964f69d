import { timeZoneLabel, timeZonesByRegion } from "#lib/format/time-zones.ts";

/** The zones that this browser knows as the options of a select, by region; `value` also where it knows it not. */
export function TimeZoneOptions({ value, isReady }: { value: string; isReady: boolean }) {
  // Server and browser know different zones: the first HTML has only the one that is chosen.
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
