"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

/** Where the browser does not say when it is idle. */
const soonMs = 300;

/**
 * Reads the next page ahead, once, when the page that is shown has come and the browser has nothing else
 * to do. Not for a tab that nobody looks at.
 */
export function useNextPage(environment: Environment, view: CustomersView, next: number | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (next === undefined) return;
    const read = () => {
      if (document.visibilityState !== "visible") return;
      void client.prefetchQuery(customersQueryOptions(environment, { ...view, offset: next }));
    };
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(read, soonMs);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(read);
    return () => window.cancelIdleCallback(idle);
  }, [client, environment, view, next]);
}
