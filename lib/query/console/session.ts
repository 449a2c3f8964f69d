import { clearAllStorage } from "#lib/browser-storage/sign-out.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { api, pages } from "#lib/paths.ts";
import { fetchJson, sendJson, writeJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/** Reads the current session and its end. The request does not extend the session. */
export function readSession(signal?: AbortSignal): Promise<Session> {
  return fetchJson<Session>(
    api.session(),
    { staff: "object", environments: "array", expiresAt: "string" },
    signal ? { signal } : {},
  );
}

/** Extends the session, as a person's request would. */
export function extendSession(): Promise<Session> {
  return writeJson<Session>("POST", api.extendSession(), {
    staff: "object",
    environments: "array",
    expiresAt: "string",
  });
}

/**
 * Signs out, deletes everything that the console has stored in this browser, and loads the sign-in page from the
 * server. The next person in this browser then sees no data of the signed-out person. Returns false if the request
 * failed and the person is still signed in.
 */
export async function signOut(): Promise<boolean> {
  try {
    await sendJson("DELETE", api.session());
  } catch (error) {
    if (shownProblem(error).code !== "not_signed_in") return false;
  }
  clearAllStorage();
  window.location.assign(pages.signIn());
  return true;
}
