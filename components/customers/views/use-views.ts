"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import { type CustomersLayout, isSameLayout, toCustomersLayout } from "#lib/customers/customers-layout.ts";
import { viewsQueryOptions } from "#lib/query/customers/views.ts";
import { type CustomersView, parseCustomersView, savedQuery } from "#lib/url-state/customers-view.ts";

/** The saved view that the page shows, and whether the page has departed from it. */
export interface CurrentView {
  view: SavedView;
  /** The URL asks something else. */
  changed: boolean;
  /** The table is laid out in another way. */
  laidOut: boolean;
}

/** Its query as the page would save it, in whatever order it was sent. */
const queryOf = ({ query }: SavedView) => savedQuery(parseCustomersView(new URLSearchParams(query)));

/** The view that the URL names, or one that asks just what it asks. */
export function findCurrentView(
  views: readonly SavedView[],
  shown: CustomersView,
  layout: CustomersLayout,
): CurrentView | undefined {
  const query = savedQuery(shown);
  const view =
    views.find(({ viewID }) => viewID === shown.viewID) ??
    // The page without filters is no saved view.
    (query === "" ? undefined : views.find((candidate) => queryOf(candidate) === query));
  if (!view) return undefined;
  const laidOut = view.layout !== undefined && !isSameLayout(toCustomersLayout(view.layout), layout);
  return { view, changed: queryOf(view) !== query, laidOut };
}

/**
 * The saved views, the one that is shown, and the one that this person opened last while another or none is
 * shown. They are read when the URL or the person's preferences name one, or the menu is opened.
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
