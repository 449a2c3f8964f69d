import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { isRunActive, isRunOver } from "#lib/contract/values/operations/run-states.ts";

/** How often a bulk change or an import that is at work is polled, in milliseconds. */
export const whileAtWorkMs = 2_000;

/**
 * Polling interval, in milliseconds, while it waits for a person, possibly another one, or while an outcome is being
 * resolved.
 */
const whileOpenMs = 10_000;

/** When to read a bulk change or an import again. `underWay`: rows that are sent and not finished. */
export function readRunAgainMs(state: string, rows: { underWay: number; unknown: number }): number | false {
  if (isRunActive(state) || rows.underWay > 0) return whileAtWorkMs;
  return !isRunOver(state) || rows.unknown > 0 ? whileOpenMs : false;
}

/** When to read a page of them again. */
export const readRunsAgainMs = (runs: readonly { state: string }[] = []): number | false =>
  runs.some(({ state }) => isRunActive(state)) ? 2 * whileAtWorkMs : false;

/** True if it was read before. Polling must not extend the session. */
export const isKnown = (client: QueryClient, queryKey: QueryKey) => client.getQueryData(queryKey) !== undefined;
