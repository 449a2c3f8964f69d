/** The preferences after a change. The browser and the server both use this function. */
export function changedPreferences<Preferences extends object>(
  before: Preferences,
  change: { [Name in keyof Preferences]: Preferences[Name] | null },
): Preferences {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as Preferences;
}

/** The zone in which a person wants to see times. Undefined for the browser's own zone. */
export function preferredZone({
  showUTC,
  timeZone,
}: {
  showUTC?: true | undefined;
  timeZone?: string | undefined;
}): string | undefined {
  return showUTC ? "UTC" : timeZone;
}
