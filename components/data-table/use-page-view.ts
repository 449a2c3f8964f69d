"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { changePageView, type PageView, pageViewParams, parsePageView } from "#lib/url-state/page-view.ts";

/** Which page of a list is shown, as the URL has it, which is its only place, and the way to another. */
export function usePageView(): [PageView, (change: Partial<PageView>) => void] {
  const pathname = usePathname();
  const searchParams = useSearchParams();
  const view = useMemo(() => parsePageView(new URLSearchParams(searchParams)), [searchParams]);
  const change = useCallback(
    (changes: Partial<PageView>) => {
      const before = parsePageView(new URLSearchParams(window.location.search));
      const query = pageViewParams(changePageView(before, changes)).toString();
      window.history.pushState(null, "", query === "" ? pathname : `${pathname}?${query}`);
    },
    [pathname],
  );
  return [view, change];
}
