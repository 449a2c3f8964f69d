/** Applies a change to preferences. The browser and the server both use this function. */
export function changedPreferences<Preferences extends object>(
  before: Preferences,
  change: { [Name in keyof Preferences]: Preferences[Name] | null },
): Preferences {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as Preferences;
}

/** The time zone in which the person wants to see times. Undefined: the browser's own time zone. */
export function preferredZone({
  showUTC,
  timeZone,
}: {
  showUTC?: true | undefined;
  timeZone?: string | undefined;
}): string | undefined {
  return showUTC ? "UTC" : timeZone;
}
