import { randomBytes } from "node:crypto";
import { knownPlaceMs } from "#server/bff/store/known-places.ts";
import { cookieValues } from "./session-cookie.ts";

const idSpelling = /^[\w-]{43}$/;

/**
 * The cookie with the ID of a browser. Because of this ID, wrong passwords from other browsers do not prevent a person
 * from signing in with their own browser (docs/decisions/0023-sign-in-limits.md). The ID identifies no person and gives
 * no access. It stays valid after the session has ended.
 */
export type BrowserCookie = ReturnType<typeof createBrowserCookie>;

export function createBrowserCookie(secure: boolean) {
  const name = secure ? "__Host-switchboard-browser" : "switchboard-browser";
  const attributes = `Path=/; Max-Age=${knownPlaceMs / 1_000}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    /** Creates a random browser ID. */
    newBrowserID: () => randomBytes(32).toString("base64url"),
    /** The browser ID in a Cookie header. Null if the header has no valid browser ID, or more than one. */
    read(cookieHeader: string | null): string | null {
      const [value, ...others] = cookieValues(cookieHeader, name);
      return value !== undefined && others.length === 0 && idSpelling.test(value) ? value : null;
    },
    /** The Set-Cookie header that stores the browser ID. */
    keep: (browserID: string) => `${name}=${browserID}; ${attributes}`,
  };
}
