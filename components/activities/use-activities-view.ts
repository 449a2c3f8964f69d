"use client";

import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  type ActivitiesView,
  changeActivitiesView,
  parseActivitiesView,
  withActivitiesView,
} from "#lib/url-state/activities-view.ts";

type ChangeView = (change: Partial<ActivitiesView>) => void;

/** The view as the customer page's URL has it, which is its only place, and the way to change it. */
export function useActivitiesView(environment: Environment, customerID: string): [ActivitiesView, ChangeView] {
  const searchParams = useSearchParams();
  const view = useMemo(() => parseActivitiesView(new URLSearchParams(searchParams)), [searchParams]);
  const change = useCallback<ChangeView>(
    (changes) => {
      const query = new URLSearchParams(window.location.search);
      const changed = changeActivitiesView(parseActivitiesView(query), changes);
      const address = pages.customer(environment, customerID, withActivitiesView(query, changed));
      window.history.pushState(null, "", address);
    },
    [environment, customerID],
  );
  return [view, change];
}
