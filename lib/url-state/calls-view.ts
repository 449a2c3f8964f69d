import {
  type CallCauseKind,
  type CallKind,
  type CallResult,
  callCauses,
  callKinds,
  callResults,
  maxCallPath,
  maxCallRequests,
} from "#lib/contract/values/call-values.ts";
import { resourceIDFrom } from "#lib/contract/values/resource-ids.ts";
import { changePageView, defaultPageView, type PageView, pageViewParams, parsePageView } from "./page-view.ts";

const methods = ["GET", "POST", "PATCH"] as const;

/** Which calls the calls page shows; all of it stands in the URL. */
export interface CallsView extends PageView {
  /** The requests to the console that caused them; none means any. */
  requestIDs: readonly string[];
  method: (typeof methods)[number] | undefined;
  path: string | undefined;
  result: CallResult | undefined;
  /** An error's code. */
  error: string | undefined;
  kind: CallKind | undefined;
  cause: CallCauseKind | undefined;
  staffID: string | undefined;
  /** A call, an operation, or a resource that the path names. */
  id: string | undefined;
}

export const defaultCallsView: Readonly<CallsView> = {
  ...defaultPageView,
  requestIDs: [],
  method: undefined,
  path: undefined,
  result: undefined,
  error: undefined,
  kind: undefined,
  cause: undefined,
  staffID: undefined,
  id: undefined,
};

const wordOf = <Word extends string>(words: readonly Word[], text: string | null) =>
  words.find((word) => word === text);

/** Reads the page's URL; an invalid value counts as not given. */
export function parseCallsView(params: URLSearchParams): CallsView {
  const path = params.get("path");
  const error = params.get("error");
  const requestIDs = params.getAll("requestID").filter((id) => /^[A-Za-z0-9_-]{1,64}$/.test(id));
  return {
    ...parsePageView(params),
    requestIDs: [...new Set(requestIDs)].slice(0, maxCallRequests),
    method: wordOf(methods, params.get("method")),
    path: path?.startsWith("/") && path.length <= maxCallPath ? path : undefined,
    result: wordOf(callResults, params.get("result")),
    error: error !== null && /^[a-z_]{1,60}$/.test(error) ? error : undefined,
    kind: wordOf(callKinds, params.get("kind")),
    cause: wordOf(callCauses, params.get("cause")),
    staffID: resourceIDFrom(params.get("staffID")?.trim()),
    id: resourceIDFrom(params.get("id")?.trim()),
  };
}

/** The view's filters, without a page: the query of the summary and of the export. */
export function callFilterParams(view: Partial<CallsView>): URLSearchParams {
  const { requestIDs = [], method, path, result, error, kind, cause, staffID, id } = view;
  const given = Object.entries({ method, path, result, error, kind, cause, staffID, id }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new URLSearchParams([...requestIDs.map((requestID) => ["requestID", requestID]), ...given]);
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseCallsView`. */
export function callsViewParams(view: Partial<CallsView>): URLSearchParams {
  const params = callFilterParams(view);
  for (const [name, value] of pageViewParams({ ...defaultPageView, ...view })) params.append(name, value);
  return params;
}

/** The query of `GET /api/{environment}/calls` for a view. */
export function callsQuery(view: CallsView): URLSearchParams {
  const params = callFilterParams(view);
  params.set("limit", String(view.limit));
  params.set("offset", String(view.offset));
  return params;
}

/** Another filter begins at its first row (docs/decisions/0004-where-a-changed-list-begins.md). */
export function changeCallsView(view: CallsView, change: Partial<CallsView>): CallsView {
  const changed = { ...view, ...change };
  if (change.offset !== undefined) return changed;
  const onlySize = Object.keys(change).every((member) => member === "limit");
  return onlySize ? { ...changed, ...changePageView(view, change) } : { ...changed, offset: 0 };
}
