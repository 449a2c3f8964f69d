"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { type BulkView, bulkViewParams, changeBulkView, parseBulkView } from "#lib/url-state/bulk-view.ts";

/** Which rows are shown, as the URL has it, which is its only place, and the way to others. */
export function useBulkView(environment: Environment, bulkID: string) {
  const searchParams = useSearchParams();
  const view = useMemo(() => parseBulkView(new URLSearchParams(searchParams)), [searchParams]);
  const change = useCallback(
    (changes: Partial<BulkView>) => {
      const before = parseBulkView(new URLSearchParams(window.location.search));
      const params = bulkViewParams(changeBulkView(before, changes));
      window.history.pushState(null, "", pages.bulk(environment, bulkID, params));
    },
    [environment, bulkID],
  );
  return [view, change] as const;
}
