import { queryOptions } from "@tanstack/react-query";
import { fetchJson, writeJson } from "#lib/fetch-json.ts";
import { type OperationsView, operationsQuery } from "#lib/url-state/operations-view.ts";
import { consoleNowMs } from "../console-clock.ts";
import type { Environment } from "../contract/environment.ts";
import {
  type Operation,
  type OperationDetail,
  type OperationList,
  operationAnswerSchema,
  operationDetailSchema,
  operationListSchema,
} from "../contract/operation.ts";
import { api } from "../paths.ts";

/** One page of an environment's writes. */
export function operationsQueryOptions(
  environment: Environment,
  view: OperationsView,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<OperationList> = (query, signal) =>
    fetchJson(api.operations(environment, query), operationListSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "operations", view],
    queryFn: ({ signal }) => read(operationsQuery(view), signal),
    staleTime: 10_000,
  });
}

/** One write. A page that follows it asks by itself, which does not keep a session from ending. */
export function operationQueryOptions(
  environment: Environment,
  operationID: string,
  read: (signal: AbortSignal) => Promise<OperationDetail> = (signal) =>
    fetchJson(api.operation(environment, operationID), operationDetailSchema, { signal, quiet: true }),
) {
  return queryOptions({
    queryKey: [environment, "operation", operationID],
    queryFn: ({ signal }) => read(signal),
    staleTime: 1_000,
  });
}

/** How far back the tray looks. */
const trayMs = 24 * 60 * 60_000;
const trayLimit = 50;

/** The query of the tray at the instant `nowMs`: the person's own newest writes, without those of bulk changes. */
export function trayQuery(nowMs: number): URLSearchParams {
  // To the minute, as nobody can see the difference.
  const since = new Date(Math.floor((nowMs - trayMs) / 60_000) * 60_000).toISOString();
  return new URLSearchParams({ mine: "true", withoutBulk: "true", since, limit: String(trayLimit) });
}

/** The tray's reading. */
export function trayQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "tray"],
    queryFn: ({ signal }) =>
      fetchJson(api.operations(environment, trayQuery(consoleNowMs())), operationListSchema, { signal, quiet: true }),
  });
}

/** The person's own creations of the last day, as they stand this moment. */
export function ownCreationsQueryOptions(environment: Environment) {
  const query = () => {
    const params = trayQuery(consoleNowMs());
    params.set("kind", "create-customer");
    return params;
  };
  return queryOptions({
    queryKey: [environment, "operations", "own creations"],
    queryFn: ({ signal }) => fetchJson(api.operations(environment, query()), operationListSchema, { signal }),
    // What another tab has begun a moment ago counts.
    staleTime: 0,
  });
}

/** A creation as it is sent: what `key` names is done at most once, however often it is sent. */
export interface CreationRequest {
  key: string;
  body: Readonly<Record<string, unknown>>;
  againOf?: string | undefined;
  /** True unless the person means it: not where they have just begun a creation with the same values. */
  onlyIfNew: boolean;
}

/** Sends a creation, or learns what became of it where its key was sent before. */
export async function sendCreation(
  environment: Environment,
  { key, body, againOf, onlyIfNew }: CreationRequest,
): Promise<Operation> {
  const headers = {
    "Idempotency-Key": key,
    ...(againOf !== undefined && { "Again-Of": againOf }),
    ...(onlyIfNew && { "Only-If-New": "true" }),
  };
  const { operation } = await writeJson("POST", api.customers(environment), operationAnswerSchema, body, headers);
  return operation;
}
