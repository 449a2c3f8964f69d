import type { PreferencesChange } from "#lib/contract/console/preferences.ts";
import { api } from "#lib/paths.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";

/**
 * Changes some of the person's preferences. All other preferences stay unchanged. `keepalive` lets the request finish
 * even if the page closes.
 */
async function changePreferences(change: PreferencesChange): Promise<void> {
  await sendJson("PUT", api.preferences(), change, {}, { keepalive: true });
}

/**
 * The events that announce the closing of a page. On a reload, only `beforeunload` comes before the request for the new
 * document. Mobile browsers send only `pagehide`.
 */
const closingEvents = ["beforeunload", "pagehide"] as const;

/**
 * Saves changes one request at a time, so that the last change is saved last. Changes made during a request are saved
 * together in the next request, or immediately if the page closes. `onFailed` receives the changes that could not be
 * saved, so that the page can offer to try again.
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
    // Listens only while there are unsaved changes. A browser may refuse to keep a page with such a listener in the
    // back/forward cache.
    for (const event of closingEvents) addEventListener(event, close);
    // Waits for one microtask, so that consecutive changes are saved in one request.
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
