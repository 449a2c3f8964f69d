import type { PreferencesChange } from "#lib/contract/console/preferences.ts";
import { api } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";

/** Changes some of the person's preferences. All other preferences stay unchanged. A closing page does not abort it. */
async function changePreferences(change: PreferencesChange): Promise<void> {
  await sendJson("PUT", api.preferences(), change, {}, { keepalive: true });
}

/** The events with which a page closes. Only the first comes before a reload, and mobile browsers omit it. */
const closingEvents = ["beforeunload", "pagehide"] as const;

/**
 * Saves changes one after the other, so that the last change is saved last. Changes that come during a request are
 * saved together with the next one, or at once if the page closes. `onFailed` gets the changes that could not be saved,
 * so that the page can offer to try again.
 */
export function createPreferenceSaver(
  onFailed: (change: PreferencesChange) => void,
  send: (change: PreferencesChange) => Promise<void> = changePreferences,
): (change: PreferencesChange) => void {
  let waiting: PreferencesChange = {};
  let isSaving = false;
  async function saveWaiting(): Promise<void> {
    if (Object.keys(waiting).length === 0) return;
    const change = waiting;
    waiting = {};
    await send(change).catch(() => onFailed(change));
  }
  const close = () => void saveWaiting();
  async function saveAll(): Promise<void> {
    isSaving = true;
    // Listens only meanwhile, because a browser may reload a page that listens instead of bringing it back.
    for (const event of closingEvents) addEventListener(event, close);
    // Waits a moment, so that changes made one after the other are saved in one request.
    await Promise.resolve();
    while (Object.keys(waiting).length > 0) await saveWaiting();
    for (const event of closingEvents) removeEventListener(event, close);
    isSaving = false;
  }
  return (change) => {
    waiting = { ...waiting, ...change };
    if (!isSaving) void saveAll();
  };
}
