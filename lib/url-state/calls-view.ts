import {
  callCauses,
  callKinds,
  callMethods,
  callResults,
  maxCallPath,
  maxCallRequests,
} from "#lib/contract/values/call-values.ts";
import { declareListView, type Field, oneOf, optional, resourceID, resourceIDs, someOf } from "./declared-view.ts";

/** The IDs of requests to the console. The URL has one parameter for each ID. */
const requestIDs: Field<readonly string[]> = {
  initial: [],
  read: (params) => {
    const valid = params.getAll("requestID").filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id));
    return [...new Set(valid)].slice(0, maxCallRequests);
  },
  write: (ids) => ids.map((id) => ["requestID", id] as const),
};

/** The filters of the calls page. */
const view = declareListView({
  /** The IDs of the console requests that caused the calls. Empty: all calls. */
  requestIDs,
  method: oneOf(callMethods),
  path: optional((text) => (text.startsWith("/") && text.length <= maxCallPath ? text : undefined)),
  results: someOf(callResults, "result"),
  /** The error code. */
  error: optional((text) => (/^[a-z_]{1,60}$/.test(text) ? text : undefined)),
  kinds: someOf(callKinds, "kind"),
  causes: someOf(callCauses, "cause"),
  /** The IDs of the people who caused the calls. Empty: everyone. */
  staffIDs: resourceIDs("staffID"),
  /** The ID of a call, of an operation, or of a resource in the path. */
  id: resourceID(),
});

export type CallsView = ReturnType<typeof view.parse>;

export const {
  initial: defaultCallsView,
  parse: parseCallsView,
  params: callsViewParams,
  filterParams: callFilterParams,
  query: callsQuery,
  change: changeCallsView,
} = view;
