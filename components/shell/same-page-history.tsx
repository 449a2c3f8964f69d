"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { pageAddress } from "#lib/url-state/page-address.ts";

/**
 * Handles Back and Forward between two states of the same page, so that Next does not handle them. Next would request
 * the page from the server. If a second Back came before the answer, the answer would overwrite the newer URL
 * (docs/decisions/0005-back-within-a-page.md). The two states differ only in the query string, which the page reads
 * from the URL. So the router only needs to know the new URL.
 */
export function SamePageHistory() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  useEffect(() => pageAddress.drawn(query === "" ? pathname : `${pathname}?${query}`), [pathname, query]);
  useEffect(() => {
    // The router's state for the current page. History entries from before a reload contain an older router state,
    // which must not be used.
    const routerState: unknown = window.history.state;
    const onPopState = (event: PopStateEvent) => {
      pageAddress.forget();
      if (!event.state || window.location.pathname !== pathname) return;
      event.stopImmediatePropagation();
      const address = window.location.href;
      History.prototype.replaceState.call(window.history, routerState, "", address);
      // Also tells Next's router the new URL, because Next has replaced this browser function.
      window.history.replaceState(null, "", address);
    };
    // Next also listens, but without `capture`. So this listener runs first.
    window.addEventListener("popstate", onPopState, { capture: true });
    return () => window.removeEventListener("popstate", onPopState, { capture: true });
  }, [pathname]);
  return null;
}
