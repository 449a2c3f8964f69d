import { pageChange } from "#lib/page/page-change.ts";

/** Whether Back or Forward has led to another entry of the history than the one that this document is of. */
function hasLeft(): boolean {
  const { activation, currentEntry } = window.navigation ?? {};
  return activation?.entry != null && currentEntry != null && activation.entry.key !== currentEntry.key;
}

/** From its own listener on, the router sees every step; it puts functions before the history's at the same time. */
const isRouterThere = () => Object.hasOwn(window.history, "pushState");

// Back or Forward before the router listens changes the address and nothing else. The router would make
// up for it by asking the server for the page, and could come too late with the answer
// (docs/decisions/0005-back-within-a-page.md): a document that has not started can simply be another.
if (hasLeft()) window.location.reload();
else {
  window.addEventListener("popstate", () => {
    if (!isRouterThere()) window.location.reload();
  });
}

/** Next calls it when the router sets out for another page. */
export const onRouterTransitionStart = pageChange.begins;
