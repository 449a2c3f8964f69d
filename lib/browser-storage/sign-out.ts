/** The prefix of all storage keys of the console. */
const prefix = "switchboard";

/**
 * The storage key of a random token. In `localStorage`, each sign-out renews the token for all tabs. In
 * `sessionStorage`, it is the token that was current when this tab stored its data. Different tokens mean that this tab
 * missed a sign-out and must delete its data. The tokens contain nothing about a person.
 */
const signOutKey = `${prefix}.sign-out`;

/** The sign-out token when this document started; undefined until storage is first used. */
let began: string | null | undefined;
let signedOut = false;

function removeAll(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(prefix) && key !== signOutKey) storage.removeItem(key);
}

/** Deletes this tab's data if they were stored before the last sign-out in any tab. `word`: that sign-out's token. */
function settleTab(word: string | null): void {
  const { sessionStorage } = window;
  if (sessionStorage.getItem(signOutKey) === word) return;
  removeAll(sessionStorage);
  if (word !== null) sessionStorage.setItem(signOutKey, word);
}

/** True if the person has signed out in any tab since this document started. Then this tab stores nothing more. */
export function isSignedOut(): boolean {
  if (signedOut) return true;
  const word = window.localStorage.getItem(signOutKey);
  if (began === undefined) began = word;
  // A missing token means that a person cleared the browser's storage. This is not a sign-out.
  signedOut = word !== null && word !== began;
  if (word !== null) settleTab(word);
  return signedOut;
}

/** Deletes all data that the console stored in this browser, for all people and all tabs. */
export function clearAllStorage(): void {
  signedOut = true;
  const word = crypto.getRandomValues(new Uint32Array(2)).join("");
  try {
    settleTab(word);
    removeAll(window.localStorage);
    window.localStorage.setItem(signOutKey, word);
  } catch {
    // Storage is not available, so there is nothing to delete.
  }
}

/**
 * Calls `leave` when the person signs out in another tab. Also detects a sign-out that happened while this page was in
 * the back/forward cache. Returns a function that stops listening.
 */
export function onSignOutElsewhere(leave: () => void): () => void {
  const check = () => {
    try {
      if (isSignedOut()) leave();
    } catch {
      // Without storage, the page learns of the sign-out from its next request.
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
