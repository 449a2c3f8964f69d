import type { BulkRowState } from "#lib/contract/operations/bulk.ts";
import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { changePageView, type PageView, pageViewParams, parsePageView } from "./page-view.ts";

/** Which rows of a bulk change are shown; all of it stands in the URL. */
export interface BulkView extends PageView {
  /** Rows in this state only; undefined: all. */
  state: BulkRowState | undefined;
}

/** Reads a bulk change's URL; an invalid value counts as not given. */
export function parseBulkView(params: URLSearchParams): BulkView {
  const state = params.get("state");
  return { ...parsePageView(params), state: bulkRowStates.find((one) => one === state) };
}

/** Writes it; what is as by default is left out. The inverse of `parseBulkView`. */
export function bulkViewParams(view: BulkView): URLSearchParams {
  const params = pageViewParams(view);
  if (view.state !== undefined) params.set("state", view.state);
  return params;
}

/** The same view with some members changed: another filter begins at its first row. */
export function changeBulkView(view: BulkView, change: Partial<BulkView>): BulkView {
  if (!("state" in change)) return { ...changePageView(view, change), state: view.state };
  return { ...view, ...change, offset: 0 };
}

/** The query of `GET /api/{environment}/bulk/{bulkID}` for a view. */
export function bulkQuery(view: BulkView): URLSearchParams {
  const params = new URLSearchParams({ limit: String(view.limit), offset: String(view.offset) });
  if (view.state !== undefined) params.set("state", view.state);
  return params;
}
