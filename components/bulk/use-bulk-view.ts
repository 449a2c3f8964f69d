"use client";

import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { bulkViewParams, changeBulkView, parseBulkView } from "#lib/url-state/bulk-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";

const codec = { parse: parseBulkView, change: changeBulkView, params: bulkViewParams };

/** The filter and the page of a bulk change's rows, stored in the URL. */
export const useBulkView = (environment: Environment, bulkID: string) =>
  useURLView(codec, pages.bulk(environment, bulkID));
