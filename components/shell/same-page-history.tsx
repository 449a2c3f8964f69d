"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { pageAddress } from "#lib/url-state/page-address.ts";

/**
 * Takes Back and Forward between two states of one page away from Next, which would ask the server for
 * that page and, when its answer comes late, overwrite the address that a second Back has reached since
 * (docs/decisions/0005-back-within-a-page.md). Such states differ only in their query, which the page
 * reads from the address, so telling the router the new address is all there is to do.
 */
export function SamePageHistory() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  useEffect(() => pageAddress.drawn(query === "" ? pathname : `${pathname}?${query}`), [pathname, query]);
  useEffect(() => {
    // What the router noted about the page that is on the screen; an entry from before a reload has something older.
    const routerState: unknown = window.history.state;
    const onPopState = (event: PopStateEvent) => {
      pageAddress.forget();
      if (!event.state || window.location.pathname !== pathname) return;
      event.stopImmediatePropagation();
      const address = window.location.href;
      History.prototype.replaceState.call(window.history, routerState, "", address);
      // Next has put a function of its own before the browser's: this one tells the router.
      window.history.replaceState(null, "", address);
    };
    // Next listens as well, without capturing, and comes after us.
    window.addEventListener("popstate", onPopState, { capture: true });
    return () => window.removeEventListener("popstate", onPopState, { capture: true });
  }, [pathname]);
  return null;
}
