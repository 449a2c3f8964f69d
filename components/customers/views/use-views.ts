"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SavedView } from "#lib/contract/view.ts";
import { type CustomersLayout, isSameLayout, toCustomersLayout } from "#lib/customers-layout.ts";
import { viewsQueryOptions } from "#lib/query/views.ts";
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
export function currentView(
  views: readonly SavedView[],
  shown: CustomersView,
  layout: CustomersLayout,
): CurrentView | undefined {
  const query = savedQuery(shown);
  const view =
    views.find(({ viewID }) => viewID === shown.viewID) ??
    // The page as it begins is nobody's view in particular.
    (query === "" ? undefined : views.find((candidate) => queryOf(candidate) === query));
  if (!view) return undefined;
  const laidOut = view.layout !== undefined && !isSameLayout(toCustomersLayout(view.layout), layout);
  return { view, changed: queryOf(view) !== query, laidOut };
}

/** The saved views, and the one that is shown. They are read when the URL names one, or the menu is opened. */
export function useViews(shown: CustomersView, layout: CustomersLayout, wanted: boolean) {
  const reading = useQuery({ ...viewsQueryOptions, enabled: wanted || shown.viewID !== undefined });
  const views = reading.data?.views;
  const current = useMemo(() => currentView(views ?? [], shown, layout), [views, shown, layout]);
  return { reading, views, current };
}
