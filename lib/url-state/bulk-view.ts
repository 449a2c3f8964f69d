import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { declareListView, oneOf } from "./declared-view.ts";

/** Which rows of a bulk change are shown. */
const view = declareListView({
  /** Rows in this state only; undefined: all. */
  state: oneOf(bulkRowStates),
});

export type BulkView = ReturnType<typeof view.parse>;

export const { parse: parseBulkView, params: bulkViewParams, query: bulkQuery, change: changeBulkView } = view;
