/** Preferences after a change; the same on both sides. */
export function changedPreferences<Preferences extends object>(
  before: Preferences,
  change: { [Name in keyof Preferences]: Preferences[Name] | null },
): Preferences {
  const entries = Object.entries({ ...before, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined)) as Preferences;
}

/** The zone in which a person wants times; undefined for the browser's own. */
export function preferredZone({
  showUTC,
  timeZone,
}: {
  showUTC?: true | undefined;
  timeZone?: string | undefined;
}): string | undefined {
  return showUTC ? "UTC" : timeZone;
}
