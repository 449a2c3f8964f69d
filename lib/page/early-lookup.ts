declare global {
  interface Window {
    takeEarlyLookup?: () => boolean;
  }
}

/**
 * Keeps Ctrl or ⌘ with K pressed before the page is hydrated, where it has a lookup: the press is not lost, and the
 * browser does not take it for its own search. A constant, written short: it stands twice in every document.
 */
export const earlyLookupScript = [
  `(()=>{let p=!1;const l=e=>{if(e.key=="k"&&(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey`,
  `&&document.querySelector('[aria-keyshortcuts~="Control+K"]')){e.preventDefault();p=!p}};`,
  `addEventListener("keydown",l);`,
  `window.takeEarlyLookup=()=>{removeEventListener("keydown",l);const t=p;p=!1;return t}})()`,
].join("");

/** Whether the lookup was asked for before it listened itself; from now on it listens alone. */
export const takeEarlyLookup = (): boolean => window.takeEarlyLookup?.() ?? false;
