"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  type CustomersView,
  changeCustomersView,
  customersViewParams,
  parseCustomersView,
} from "#lib/url-state/customers-view.ts";

/** Changes the view; gives the view that it has become. */
export type ChangeView = (change: Partial<CustomersView>, history?: "push" | "replace") => CustomersView;

/**
 * The view as the URL has it, which is its only place, and the way to change it. A change is read
 * against the URL of that moment, so that two quick ones do not undo each other.
 */
export function useCustomersView(environment: Environment): [CustomersView, ChangeView] {
  const searchParams = useSearchParams();
  const view = useMemo(() => parseCustomersView(new URLSearchParams(searchParams)), [searchParams]);
  const change = useCallback<ChangeView>(
    (changes, history = "push") => {
      const before = parseCustomersView(new URLSearchParams(window.location.search));
      const after = changeCustomersView(before, changes);
      const address = pages.customers(environment, customersViewParams(after));
      if (history === "push") window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
      return after;
    },
    [environment],
  );
  return [view, change];
}
