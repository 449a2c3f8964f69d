"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useIsReadAheadOn } from "#components/customers/known-provider.tsx";
import type { ApiStatus } from "#lib/contract/api-status.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasRoom, isIdle } from "./has-room.ts";

/**
 * How long a person must stay on a page before the next page is prefetched, in milliseconds. Without this wait, turning
 * pages quickly would cause extra calls. A person who came here from the previous page probably turns the next one too.
 */
const restMs = 2_000;
const restWhileTurningMs = 1_000;

/** The maximum age of the API status that a prefetch relies on, in milliseconds. */
const statusMaxAgeMs = 5_000;
/**
 * The maximum age of the API status for a prefetch that needs an idle API, in milliseconds. The status that came with
 * the page is older: it still counts the calls that loaded the page.
 */
const idleMaxAgeMs = 500;

/**
 * Prefetches the next page of the list in two cases:
 * - When the returned function is called, because the person is about to turn the page.
 * - When the person has stayed on the page for a while and the API has nothing else to do. The operator can switch this
 *   off (`READ_AHEAD`). This costs at most one call for each page that the person looks at.
 *
 * Prefetches nothing while the tab is hidden, the list is outdated, or the API has no capacity (`hasRoom`).
 */
export function useNextPage(environment: Environment, view: CustomersView, next: number | undefined): () => void {
  const client = useQueryClient();
  const isReadAheadOn = useIsReadAheadOn();
  const offsetBefore = useRef<number>(undefined);
  const prefetch = useCallback(
    async (isAllowed: (status: ApiStatus) => boolean, maxAgeMs: number) => {
      if (next === undefined || document.visibilityState !== "visible") return;
      const status = await client
        .fetchQuery({ ...apiStatusQueryOptions(environment), staleTime: maxAgeMs })
        .catch(() => undefined);
      if (!status || !isAllowed(status)) return;
      await client.prefetchQuery(customersQueryOptions(environment, { ...view, offset: next }));
    },
    [client, environment, view, next],
  );
  useEffect(() => {
    if (next === undefined || !isReadAheadOn) return;
    const isTurning = offsetBefore.current !== undefined && view.offset > offsetBefore.current;
    offsetBefore.current = view.offset;
    const timer = setTimeout(() => void prefetch(isIdle, idleMaxAgeMs), isTurning ? restWhileTurningMs : restMs);
    return () => clearTimeout(timer);
  }, [prefetch, view.offset, next, isReadAheadOn]);
  return useCallback(() => void prefetch(hasRoom, statusMaxAgeMs), [prefetch]);
}
