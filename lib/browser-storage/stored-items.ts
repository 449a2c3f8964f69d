import { isSignedOut } from "./sign-out.ts";

/**
 * Everything that the console keeps in a browser, and for how long: `tab` until the tab is closed (a
 * reload and signing in again leave it alone), `browser` until it is removed. Nothing else in the
 * console touches a browser's storage, so that signing out removes all of it.
 */
const areas = {
  "contract-draft": "tab",
  "creation-draft": "tab",
  "note-draft": "tab",
  "import-columns": "tab",
  "policy-draft": "tab",
  "last-list": "tab",
  "focused-rows": "tab",
  "recent-customers": "browser",
  "tray-seen": "browser",
  notifications: "browser",
} as const;

export type StorageAreaName = keyof typeof areas;

/** One thing that is kept for one person. None of the three ever throws. */
export interface StoredItem {
  /** Null where nothing is kept. */
  read(): string | null;
  /** False where the browser keeps nothing: full, not allowed, or the person has signed out. */
  write(text: string): boolean;
  remove(): void;
}

/** Its key names the person, so that who signs in after an expired session does not come to another's things. */
export function storedItem(name: StorageAreaName, staffID: string, ...detail: readonly string[]): StoredItem {
  const key = ["switchboard", name, staffID, ...detail].map(encodeURIComponent).join(".");
  const storage = () => (areas[name] === "tab" ? window.sessionStorage : window.localStorage);
  return {
    read() {
      try {
        return isSignedOut() ? null : storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        if (isSignedOut()) return false;
        storage().setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    remove() {
      try {
        storage().removeItem(key);
      } catch {
        // Nothing is kept where nothing may be.
      }
    },
  };
}
