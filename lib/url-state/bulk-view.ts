import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { declareListView, someOf } from "./declared-view.ts";

/** The filters of a bulk change's rows. */
const view = declareListView({
  /** Only rows in one of these states. Empty: all rows. */
  states: someOf(bulkRowStates, "state"),
});

export type BulkView = ReturnType<typeof view.parse>;

export const { parse: parseBulkView, params: bulkViewParams, query: bulkQuery, change: changeBulkView } = view;
