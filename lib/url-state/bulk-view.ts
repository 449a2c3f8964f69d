import { bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";
import { declareListView, oneOf } from "./declared-view.ts";

/** The filters of a bulk change's rows. */
const view = declareListView({
  /** Only rows in this state. Undefined: all rows. */
  state: oneOf(bulkRowStates),
});

export type BulkView = ReturnType<typeof view.parse>;

export const { parse: parseBulkView, params: bulkViewParams, query: bulkQuery, change: changeBulkView } = view;
