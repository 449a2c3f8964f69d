"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import {
  changeTimelineView,
  parseTimelineView,
  type TimelineView,
  withTimelineView,
} from "#lib/url-state/timeline-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = {
  parse: parseTimelineView,
  change: changeTimelineView,
  params: (view: TimelineView, query: URLSearchParams) => withTimelineView(query, view),
};

/** The filters of a customer's timeline, stored in the page's URL beside other parameters. */
export const useTimelineView = (environment: Environment, customerID: string) =>
  useURLView(codec, pages.customer(environment, customerID));
