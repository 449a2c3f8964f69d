import { fetchJson, sendJson, writeJson } from "#lib/fetch-json.ts";
import { forgetEverything } from "../browser-storage/sign-out.ts";
import { type Session, sessionSchema } from "../contract/session.ts";
import { api, pages } from "../paths.ts";
import { shownProblem } from "../shown-problem.ts";

/** Who is signed in and until when. Asking does not put off the end. */
export function readSession(signal?: AbortSignal): Promise<Session> {
  return fetchJson(api.session(), sessionSchema, signal ? { signal } : {});
}

/** Puts off the idle end of the session. */
export function extendSession(): Promise<Session> {
  return writeJson("POST", api.extendSession(), sessionSchema);
}

/**
 * Signs out, removes what the console keeps in this browser, and leaves by a full navigation, so that nothing
 * of this person stays for the next one.
 * False where the console did not take it: the person is still signed in.
 */
export async function signOut(): Promise<boolean> {
  try {
    await sendJson("DELETE", api.session());
  } catch (error) {
    if (shownProblem(error).code !== "not_signed_in") return false;
  }
  forgetEverything();
  window.location.assign(pages.signIn());
  return true;
}
