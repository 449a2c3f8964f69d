"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { hasRoom } from "./has-room.ts";

/** How long a person who turns pages stays on one before the next is read: passing quickly over pages costs no call. */
const restMs = 1_000;

/** How old the state of the API may be on which a prefetch relies. */
const statusMaxAgeMs = 5_000;

/**
 * Reads the next page ahead: at the first sign that somebody is about to ask for it, which is the function that this
 * gives, and after a second's rest for somebody who has come to this page from the one before. In other cases nothing is
 * read, so that a list that is only looked at costs one call. A hidden tab reads nothing, nor does one whose list is not
 * up to date.
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
