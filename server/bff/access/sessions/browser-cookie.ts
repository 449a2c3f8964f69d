import { randomBytes } from "node:crypto";
import { knownPlaceMs } from "#server/bff/store/known-places.ts";
import { cookieValues } from "./session-cookie.ts";

const idSpelling = /^[\w-]{43}$/;

/**
 * The cookie that tells browsers apart, so that failed guesses elsewhere cannot lock a person out of their own browser
 * (docs/decisions/0023-sign-in-limits.md). It identifies no person, gives no access and outlives the session.
 */
export type BrowserCookie = ReturnType<typeof createBrowserCookie>;

export function createBrowserCookie(secure: boolean) {
  const name = secure ? "__Host-switchboard-browser" : "switchboard-browser";
  const attributes = `Path=/; Max-Age=${knownPlaceMs / 1_000}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    /** Creates a new, random browser ID. */
    newBrowserID: () => randomBytes(32).toString("base64url"),
    /** The browser ID of a Cookie header. Null unless the header has exactly one browser ID, and a valid one. */
    read(cookieHeader: string | null): string | null {
      const [value, ...others] = cookieValues(cookieHeader, name);
      return value !== undefined && others.length === 0 && idSpelling.test(value) ? value : null;
    },
    /** The Set-Cookie header that stores the ID in the browser. */
    keep: (browserID: string) => `${name}=${browserID}; ${attributes}`,
  };
}
