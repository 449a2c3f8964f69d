"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  type ActivitiesView,
  changeActivitiesView,
  parseActivitiesView,
  withActivitiesView,
} from "#lib/url-state/activities-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = {
  parse: parseActivitiesView,
  change: changeActivitiesView,
  params: (view: ActivitiesView, query: URLSearchParams) => withActivitiesView(query, view),
};

/** The filters of the activities on a customer's page, stored in the page's URL beside other parameters. */
export const useActivitiesView = (environment: Environment, customerID: string) =>
  useURLView(codec, pages.customer(environment, customerID));
