/** The prefix of all storage keys of the console. */
const prefix = "switchboard";

/**
 * A random token that each sign-out renews for all tabs, and the token that this tab's storage belongs to. With them, a
 * tab that was asleep or closed detects that it must delete data. The tokens contain nothing about a person.
 */
const signOutKey = `${prefix}.sign-out`;

/** The token when this document started; undefined until the first read or write. */
let began: string | null | undefined;
let signedOut = false;

function removeAll(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(prefix) && key !== signOutKey) storage.removeItem(key);
}

/** Deletes this tab's data from before the last sign-out in any tab. */
function settleTab(word: string | null): void {
  const { sessionStorage } = window;
  if (sessionStorage.getItem(signOutKey) === word) return;
  removeAll(sessionStorage);
  if (word !== null) sessionStorage.setItem(signOutKey, word);
}

/** True after the person has signed out in any tab since this document started: it then stores nothing more. */
export function isSignedOut(): boolean {
  if (signedOut) return true;
  const word = window.localStorage.getItem(signOutKey);
  if (began === undefined) began = word;
  // A missing entry means that the browser's storage was cleared by hand, which is not a sign-out.
  signedOut = word !== null && word !== began;
  if (word !== null) settleTab(word);
  return signedOut;
}

/** Deletes all data of the console in this browser, for all people and tabs. */
export function clearAllStorage(): void {
  signedOut = true;
  const word = crypto.getRandomValues(new Uint32Array(2)).join("");
  try {
    settleTab(word);
    removeAll(window.localStorage);
    window.localStorage.setItem(signOutKey, word);
  } catch {
    // A browser without storage has nothing to delete.
  }
}

/**
 * Calls `leave` when the person signs out in another tab, or has done so while this page was in the back/forward cache.
 * Returns a function that stops listening.
 */
export function onSignOutElsewhere(leave: () => void): () => void {
  const check = () => {
    try {
      if (isSignedOut()) leave();
    } catch {
      // Without storage, the page learns of it from its next request.
    }
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === signOutKey) check();
  };
  check();
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", check);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", check);
  };
}
