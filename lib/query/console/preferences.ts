import type { Preferences, PreferencesChange } from "#lib/contract/console/preferences.ts";
import { api } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";

/** Changes some of the person's preferences, and leaves the others. */
export async function changePreferences(change: PreferencesChange): Promise<void> {
  await writeJson<{ preferences: Preferences }>("PUT", api.preferences(), { preferences: "object" }, change);
}

/**
 * Saves changes one after the other, those that come while one is being saved together: what is pressed last
 * is saved last. `onFailed` gets what could not be saved, to be offered again.
 */
export function createPreferenceSaver(
  onFailed: (change: PreferencesChange) => void,
  send: (change: PreferencesChange) => Promise<void> = changePreferences,
): (change: PreferencesChange) => void {
  let waiting: PreferencesChange = {};
  let isSaving = false;
  async function saveAll(): Promise<void> {
    isSaving = true;
    // Members that are changed together are saved together.
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
