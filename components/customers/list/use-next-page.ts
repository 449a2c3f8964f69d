"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasRoom } from "./has-room.ts";

/**
 * How long a person must stay on a page before the next page is prefetched, in milliseconds. Without this wait, turning
 * pages quickly would cause extra calls.
 */
const restMs = 1_000;

/** The maximum age of the API status that a prefetch relies on, in milliseconds. */
const statusMaxAgeMs = 5_000;

/**
 * Prefetches the next page of the list in two cases:
 * - When the returned function is called, because the person is about to turn the page.
 * - One second after the person came here from an earlier page.
 *
 * In all other cases nothing is prefetched, so that viewing a list costs one call. A hidden tab and an outdated list
 * prefetch nothing. Nothing is prefetched either while the API has no capacity (`hasRoom`).
 */
export function useNextPage(environment: Environment, view: CustomersView, next: number | undefined): () => void {
  const client = useQueryClient();
  const offsetBefore = useRef<number>(undefined);
  const prefetch = useCallback(async () => {
    if (next === undefined || document.visibilityState !== "visible") return;
    const status = await client
      .fetchQuery({ ...apiStatusQueryOptions(environment), staleTime: statusMaxAgeMs })
      .catch(() => undefined);
    if (!status || !hasRoom(status)) return;
    await client.prefetchQuery(customersQueryOptions(environment, { ...view, offset: next }));
  }, [client, environment, view, next]);
  useEffect(() => {
    if (next === undefined) return;
    const isTurning = offsetBefore.current !== undefined && view.offset > offsetBefore.current;
    offsetBefore.current = view.offset;
    if (!isTurning) return;
    const timer = setTimeout(() => void prefetch(), restMs);
    return () => clearTimeout(timer);
  }, [prefetch, view.offset, next]);
  return prefetch;
}
