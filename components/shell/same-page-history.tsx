"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { pageAddress } from "#lib/url-state/page-address.ts";

/**
 * Handles Back and Forward between two states of the same page, so that Next does not. Next would request the page from
 * the server. If a second Back came before the answer, the answer would overwrite the newer URL
 * (docs/decisions/0005-back-within-a-page.md). The two states differ only in their query string, which the page reads
 * from the URL. So it is enough to tell the router the new URL.
 */
export function SamePageHistory() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  useEffect(() => pageAddress.drawn(query === "" ? pathname : `${pathname}?${query}`), [pathname, query]);
  useEffect(() => {
    // The router's state for the current page. A history entry from before a reload contains an older state, which must
    // not be used.
    const routerState: unknown = window.history.state;
    const onPopState = (event: PopStateEvent) => {
      pageAddress.forget();
      if (!event.state || window.location.pathname !== pathname) return;
      event.stopImmediatePropagation();
      const address = window.location.href;
      History.prototype.replaceState.call(window.history, routerState, "", address);
      // Next has replaced this browser function with its own. Calling it tells the router the new URL.
      window.history.replaceState(null, "", address);
    };
    // Next listens too, but without `capture`, so this listener runs first.
    window.addEventListener("popstate", onPopState, { capture: true });
    return () => window.removeEventListener("popstate", onPopState, { capture: true });
  }, [pathname]);
  return null;
}
