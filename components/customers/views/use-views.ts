"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import { type CustomersLayout, isSameLayout, toCustomersLayout } from "#lib/customers/customers-layout.ts";
import { viewsQueryOptions } from "#lib/query/customers/views.ts";
import { type CustomersView, parseCustomersView, savedQuery } from "#lib/url-state/customers-view.ts";

/** The saved view that the page shows, and whether the page differs from the saved view. */
export interface CurrentView {
  view: SavedView;
  /** True if the URL's filters differ from the saved filters. */
  changed: boolean;
  /** True if the table's layout differs from the saved layout. */
  laidOut: boolean;
}

/** The view's query string in normal form, so that the order of the parameters does not matter. */
const queryOf = ({ query }: SavedView) => savedQuery(parseCustomersView(new URLSearchParams(query)));

/** The saved view that the URL names, or else a saved view with exactly the same query. */
export function findCurrentView(
  views: readonly SavedView[],
  shown: CustomersView,
  layout: CustomersLayout,
): CurrentView | undefined {
  const query = savedQuery(shown);
  const view =
    views.find(({ viewID }) => viewID === shown.viewID) ??
    // Ignores an empty query string. It means the page without filters, which is not a saved view.
    (query === "" ? undefined : views.find((candidate) => queryOf(candidate) === query));
  if (!view) return undefined;
  const laidOut = view.layout !== undefined && !isSameLayout(toCustomersLayout(view.layout), layout);
  return { view, changed: queryOf(view) !== query, laidOut };
}

/**
 * The saved views, the current view, and the recent view. The recent view is the view that this person opened last. It
 * is undefined if the page already shows a saved view. The views load when the URL or the person's preferences name a
 * view, or when the menu opens.
 */
export function useViews(shown: CustomersView, layout: CustomersLayout, wanted: boolean) {
  const { preferences, setPreference } = usePreferences();
  const { recentView } = preferences;
  const isNamed = shown.viewID !== undefined || recentView !== undefined;
  const reading = useQuery({ ...viewsQueryOptions, enabled: wanted || isNamed });
  const views = reading.data?.views;
  const current = useMemo(() => findCurrentView(views ?? [], shown, layout), [views, shown, layout]);
  const opened = shown.viewID === current?.view.viewID ? shown.viewID : undefined;
  useEffect(() => {
    if (opened !== undefined && opened !== recentView) setPreference("recentView", opened);
  }, [opened, recentView, setPreference]);
  const recent = current ? undefined : views?.find(({ viewID }) => viewID === recentView);
  return { reading, views, current, recent };
}
