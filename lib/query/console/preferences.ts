import type { Preferences, PreferencesChange } from "#lib/contract/console/preferences.ts";
import { api } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";

/** Changes some of the person's preferences. All other preferences stay unchanged. */
export async function changePreferences(change: PreferencesChange): Promise<void> {
  await writeJson<{ preferences: Preferences }>("PUT", api.preferences(), { preferences: "object" }, change);
}

/**
 * Saves changes one after the other, so that the last change is saved last. Changes that come during a request are
 * saved together with the next one. `onFailed` gets the changes that could not be saved, so that the page can offer to
 * try again.
 */
export function createPreferenceSaver(
  onFailed: (change: PreferencesChange) => void,
  send: (change: PreferencesChange) => Promise<void> = changePreferences,
): (change: PreferencesChange) => void {
  let waiting: PreferencesChange = {};
  let isSaving = false;
  async function saveAll(): Promise<void> {
    isSaving = true;
    // Waits a moment, so that changes made one after the other are saved in one request.
    await Promise.resolve();
    while (Object.keys(waiting).length > 0) {
      const change = waiting;
      waiting = {};
      await send(change).catch(() => onFailed(change));
    }
    isSaving = false;
  }
  return (change) => {
    waiting = { ...waiting, ...change };
    if (!isSaving) void saveAll();
  };
}
