import { isSignedOut } from "./sign-out.ts";

/**
 * The storage areas that the console uses in a browser. A `tab` area lasts until the tab is closed. It survives reloads
 * and the end of a session. A `browser` area lasts until it is deleted. Signing out deletes all areas. No other code
 * uses the browser's storage, so signing out leaves nothing behind.
 */
const areas = {
  "contract-draft": "tab",
  "creation-draft": "tab",
  "note-draft": "tab",
  "import-columns": "tab",
  "policy-draft": "tab",
  "last-list": "tab",
  caller: "tab",
  "focused-rows": "tab",
  "recent-customers": "browser",
  "tray-seen": "browser",
  notifications: "browser",
  "ticket-format": "browser",
} as const;

export type StorageAreaName = keyof typeof areas;

/** One stored item of one person. None of the three methods throws. */
export interface StoredItem {
  /** Returns null if nothing is stored. */
  read(): string | null;
  /** Returns false if the browser cannot store the text: storage is full or forbidden, or the person has signed out. */
  write(text: string): boolean;
  remove(): void;
}

/**
 * Returns one stored item. The key contains the person's ID. When a session expires, the next person in this browser
 * cannot read the items of the previous person.
 */
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
        // Storage is not available.
      }
    },
  };
}
