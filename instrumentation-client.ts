import { pageChange } from "#lib/page/page-change.ts";

/** True if Back or Forward has already left the history entry of this document. */
function hasLeft(): boolean {
  const { activation, currentEntry } = window.navigation ?? {};
  return activation?.entry != null && currentEntry != null && activation.entry.key !== currentEntry.key;
}

/**
 * True after the router has started to listen for history events. At that time, the router also replaces the functions
 * of `history`.
 */
const isRouterThere = () => Object.hasOwn(window.history, "pushState");

// While the router does not listen yet, Back or Forward only changes the URL. The router would then start by requesting
// the page of that URL, and the answer could arrive too late (docs/decisions/0005-back-within-a-page.md). Reloading the
// document is safe, because its router has not started.
if (hasLeft()) window.location.reload();
else {
  window.addEventListener("popstate", () => {
    if (!isRouterThere()) window.location.reload();
  });
}

/** Next calls this function when the router starts a navigation. */
export const onRouterTransitionStart = pageChange.begins;

// Next starts the page after these scripts, and after each of them in a new task. If a version of Next ignores the list,
// the page starts at once. So evaluating the scripts and hydrating do not block the page as one long task
// (docs/decisions/0074-hydration-in-parts.md).
const next = window as { __next_s?: [src: undefined, props: { children: string }][] };
next.__next_s = [...(next.__next_s ?? []), [undefined, { children: "" }]];
