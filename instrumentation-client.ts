import { pageChange } from "#lib/page/page-change.ts";

/** True if Back or Forward has moved away from this document's history entry. */
function hasLeft(): boolean {
  const { activation, currentEntry } = window.navigation ?? {};
  return activation?.entry != null && currentEntry != null && activation.entry.key !== currentEntry.key;
}

/**
 * True once the router listens for history events. When it begins to listen, the router also replaces the functions of
 * `history`.
 */
const isRouterThere = () => Object.hasOwn(window.history, "pushState");

// Before the router listens, Back or Forward changes only the URL. When the router starts, it would request the page of
// that URL from the server, and the answer could arrive too late (docs/decisions/0005-back-within-a-page.md). A
// document whose router has not started can simply reload.
if (hasLeft()) window.location.reload();
else {
  window.addEventListener("popstate", () => {
    if (!isRouterThere()) window.location.reload();
  });
}

/** Next calls this function when the router starts a navigation. */
export const onRouterTransitionStart = pageChange.begins;
