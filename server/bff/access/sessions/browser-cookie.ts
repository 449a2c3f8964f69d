import { randomBytes } from "node:crypto";
import { knownPlaceMs } from "#server/bff/store/known-places.ts";
import { cookieValues } from "./session-cookie.ts";

/**
 * The cookie that tells one browser from another, so that guesses from elsewhere cannot keep a person
 * out of the browser that they use (docs/decisions/0023-sign-in-limits.md). It names no person, opens
 * nothing and outlives the session.
 */
export interface BrowserCookie {
  /** A new, random browser ID. */
  newBrowserID(): string;
  /** The browser's ID in a request's Cookie header; null for none, for two and for what is no ID. */
  read(cookieHeader: string | null): string | null;
  /** The Set-Cookie header that keeps the ID in the browser. */
  keep(browserID: string): string;
}

const idSpelling = /^[\w-]{43}$/;

export function createBrowserCookie(secure: boolean): BrowserCookie {
  const name = secure ? "__Host-switchboard-browser" : "switchboard-browser";
  const attributes = `Path=/; Max-Age=${knownPlaceMs / 1_000}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  return {
    newBrowserID: () => randomBytes(32).toString("base64url"),
    read(cookieHeader) {
      const [value, ...others] = cookieValues(cookieHeader, name);
      return value !== undefined && others.length === 0 && idSpelling.test(value) ? value : null;
    },
    keep: (browserID) => `${name}=${browserID}; ${attributes}`,
  };
}
