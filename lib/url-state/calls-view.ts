import {
  callCauses,
  callKinds,
  callMethods,
  callResults,
  maxCallPath,
  maxCallRequests,
} from "#lib/contract/values/call-values.ts";
import { declareListView, type Field, oneOf, optional, resourceID } from "./declared-view.ts";

/** Each is a parameter of its own. */
const requestIDs: Field<readonly string[]> = {
  initial: [],
  read: (params) => {
    const valid = params.getAll("requestID").filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id));
    return [...new Set(valid)].slice(0, maxCallRequests);
  },
  write: (ids) => ids.map((id) => ["requestID", id] as const),
};

/** Which calls the calls page shows. */
const view = declareListView({
  /** The requests to the console that caused them; empty for any. */
  requestIDs,
  method: oneOf(callMethods),
  path: optional((text) => (text.startsWith("/") && text.length <= maxCallPath ? text : undefined)),
  result: oneOf(callResults),
  /** An error's code. */
  error: optional((text) => (/^[a-z_]{1,60}$/.test(text) ? text : undefined)),
  kind: oneOf(callKinds),
  cause: oneOf(callCauses),
  staffID: resourceID(),
  /** A call, an operation, or a resource that the path names. */
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
