import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isRunActive, isRunOver } from "#lib/contract/values/operations/run-states.ts";

/** The polling interval while a bulk change or an import is active, in milliseconds. */
export const whileAtWorkMs = 2_000;

/** The polling interval while a run waits for a person, or while an outcome is unknown, in milliseconds. */
const whileOpenMs = 10_000;

/**
 * Returns the time until a bulk change or an import is read again, in milliseconds. False if it does not need to be
 * read again. `underWay`: the number of rows that were sent and have no result yet.
 */
export function readRunAgainMs(state: string, rows: { underWay: number; unknown: number }): number | false {
  if (isRunActive(state) || rows.underWay > 0) return whileAtWorkMs;
  return !isRunOver(state) || rows.unknown > 0 ? whileOpenMs : false;
}

/**
 * Returns the time until a list of bulk changes or imports is read again, in milliseconds. False if no listed run is
 * active.
 */
export const readRunsAgainMs = (runs: readonly { state: string }[] = []): number | false =>
  runs.some(({ state }) => isRunActive(state)) ? 2 * whileAtWorkMs : false;

/** True if the query already has an answer. Its next request is then polling, which must not extend the session. */
export const isKnown = (client: QueryClient, queryKey: QueryKey) => client.getQueryData(queryKey) !== undefined;
