import { queryOptions } from "@tanstack/react-query";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedAction, PlannedChange, PlannedDetail, PlannedList } from "#lib/contract/operations/planned.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { isFinalPlanned } from "#lib/contract/values/operations/planned-states.ts";
import { api } from "#lib/paths.ts";
import { ownRecordReading, type PolledState, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, writeJson } from "#lib/requests/fetch-json.ts";
import { type PlannedView, plannedQuery } from "#lib/url-state/planned-view.ts";
import { plannedKey } from "./planned-key.ts";
import { isKnown } from "./run-polling.ts";

/** The polling intervals while a step is running, and while a step is about to run, in milliseconds. */
const whileRunningMs = 2_000;
const whileNearMs = 5_000;

/** The polling interval for all other open planned changes, in milliseconds. */
export const whileOpenMs = 30_000;

/** A step counts as about to run if it is due within this time, in milliseconds. */
const nearMs = 90_000;

function readAgainMs(planned: readonly PlannedChange[], nowMs: number): number | false {
  if (planned.some(({ state }) => state === "claimed")) return whileRunningMs;
  const open = planned.filter(({ state }) => !isFinalPlanned(state));
  const isNear = ({ nextAt, held }: PlannedChange) =>
    !held && nextAt !== undefined && Date.parse(nextAt) - nowMs < nearMs;
  if (open.some(isNear)) return whileNearMs;
  return open.length > 0 ? whileOpenMs : false;
}

type ReadList = (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<PlannedList>;

export const plannedListOverHttp =
  (environment: Environment): ReadList =>
  (query, signal, quiet) =>
    fetchJson<PlannedList>(
      api.planned(environment, query),
      { planned: "array", total: "number", hold: "object" },
      { signal, quiet },
    );

/** A page of an environment's planned changes. */
export function plannedListQueryOptions(
  environment: Environment,
  view: PlannedView,
  read: ReadList = plannedListOverHttp(environment),
) {
  const query = plannedQuery(view);
  return queryOptions({
    queryKey: [...plannedKey(environment), "list", query.toString()],
    meta: ownRecordReading,
    queryFn: ({ signal, client, queryKey }) => read(query, signal, isKnown(client, queryKey)),
    staleTime: 2_000,
    refetchInterval: whileAllowed<PolledState<PlannedList>>(({ state }) =>
      state.data ? readAgainMs(state.data.planned, consoleNowMs()) || whileOpenMs : false,
    ),
  });
}

/** The number of planned changes in one part of a customer's list. */
export const plannedPerPart = 10;

/** The query of one part of a customer's planned changes, newest first. */
function plannedOfCustomerQuery(customerID: string, part: number): URLSearchParams {
  const [limit, offset] = [String(plannedPerPart), String(part * plannedPerPart)];
  return new URLSearchParams({ customerID, sort: "createdAt", ascending: "false", limit, offset });
}

/**
 * Returns the open planned change among a customer's newest planned changes. There is at most one. It is the newest
 * one, because an open planned change blocks new ones.
 */
export const openPlanned = (list: Pick<PlannedList, "planned"> | undefined): PlannedChange | undefined =>
  list?.planned.find(({ finishedAt }) => finishedAt === undefined);

/** One part of a customer's planned changes, newest first. */
export function plannedOfCustomerQueryOptions(
  environment: Environment,
  customerID: string,
  read: ReadList = plannedListOverHttp(environment),
  part = 0,
) {
  return queryOptions({
    // The key contains the customer's ID, so that a contract change reloads this query too.
    queryKey: [...plannedKey(environment), "customer", customerID, part],
    queryFn: ({ signal }) => read(plannedOfCustomerQuery(customerID, part), signal, true),
    staleTime: 5_000,
    refetchInterval: whileAllowed<PolledState<PlannedList>>(({ state }) =>
      state.data ? readAgainMs(state.data.planned, consoleNowMs()) : false,
    ),
  });
}

/** A planned change and when it was read. */
export interface PlannedReading extends PlannedDetail {
  asOf: string;
}

export function plannedChangeQueryOptions(
  environment: Environment,
  plannedChangeID: string,
  read: (signal: AbortSignal, quiet: boolean) => Promise<PlannedDetail> = (signal, quiet) =>
    fetchJson<PlannedDetail>(
      api.plannedChange(environment, plannedChangeID),
      { plannedChange: "object" },
      { signal, quiet },
    ),
) {
  return queryOptions({
    queryKey: [...plannedKey(environment), "one", plannedChangeID],
    meta: pageReading,
    queryFn: async ({ signal, client, queryKey }): Promise<PlannedReading> => {
      return { ...(await read(signal, isKnown(client, queryKey))), asOf: new Date(consoleNowMs()).toISOString() };
    },
    staleTime: 1_000,
    refetchInterval: whileAllowed<PolledState<PlannedReading>>(({ state }) =>
      state.data ? readAgainMs([state.data.plannedChange], consoleNowMs()) : false,
    ),
  });
}

/** A time in a request: a local time, with the offset that the page showed to the person. */
type SentTime = { local: string; zone: string; offset: string };

/** The ticket and the reason of a write. They are not sent to the API. */
type ConsoleNote = { ticket?: string | undefined; reason?: string | undefined };

export interface NewPlanned {
  customerID: string;
  change: BulkChange;
  then?: BulkChange | undefined;
  at: SentTime;
  until?: SentTime | undefined;
  expected: Contract;
  console?: ConsoleNote | undefined;
}

type Answer = { plannedChange: PlannedChange };

/** Creates a planned change. Throws `RequestFailed` if the request fails. */
export async function planChange(environment: Environment, planned: NewPlanned): Promise<PlannedChange> {
  const path = api.planned(environment);
  return (await writeJson<Answer>("POST", path, { plannedChange: "object" }, planned)).plannedChange;
}

export interface PlannedStepBody {
  /** The digest that the person saw. If the planned change was edited after that, the request is refused. */
  digest: string;
  at?: SentTime | undefined;
  until?: SentTime | undefined;
  expected?: Contract | undefined;
  console?: ConsoleNote | undefined;
}

/** Sends a person's decision about a planned change. */
export async function stepPlanned(
  { environment, plannedChangeID }: Pick<PlannedChange, "environment" | "plannedChangeID">,
  step: PlannedAction,
  body: PlannedStepBody,
): Promise<PlannedChange> {
  const path = api.plannedStep(environment, plannedChangeID, step);
  return (await writeJson<Answer>("POST", path, { plannedChange: "object" }, body)).plannedChange;
}
