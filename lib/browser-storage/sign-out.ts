/** What all keys of the console begin with. */
const prefix = "switchboard";

/**
 * A random word that each sign-out renews for all tabs, and the one that a tab's own memory is of. A tab
 * that was asleep or closed meanwhile finds out by them that it has something to remove. They tell nothing
 * of a person.
 */
const signOutKey = `${prefix}.sign-out`;

/** The word when this document began; undefined until something is read or kept. */
let began: string | null | undefined;
let signedOut = false;

function removeAll(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  for (const key of keys) if (key.startsWith(prefix) && key !== signOutKey) storage.removeItem(key);
}

/** Removes what this tab keeps from before the last sign-out, in whichever tab that was. */
function settleTab(word: string | null): void {
  const { sessionStorage } = window;
  if (sessionStorage.getItem(signOutKey) === word) return;
  removeAll(sessionStorage);
  if (word !== null) sessionStorage.setItem(signOutKey, word);
}

/**
 * True once the person has signed out, in this tab or another one, since this document began: from then on
 * it keeps nothing more.
 */
export function isSignedOut(): boolean {
  if (signedOut) return true;
  const word = window.localStorage.getItem(signOutKey);
  if (began === undefined) began = word;
  // Without this entry the browser's storage was emptied by hand: that is not a sign-out.
  signedOut = word !== null && word !== began;
  if (word !== null) settleTab(word);
  return signedOut;
}

/** Removes everything that the console keeps in this browser, of everybody and in all tabs. */
export function clearAllStorage(): void {
  signedOut = true;
  const word = crypto.getRandomValues(new Uint32Array(2)).join("");
  try {
    settleTab(word);
    removeAll(window.localStorage);
    window.localStorage.setItem(signOutKey, word);
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}

/**
 * Calls `leave` when the person signs out in another tab, or has done so while this page was put aside.
 * Gives the function that ends it.
 */
export function onSignOutElsewhere(leave: () => void): () => void {
  const check = () => {
    try {
      if (isSignedOut()) leave();
    } catch {
      // Without storage the page learns of it from the console, with its next request.
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
