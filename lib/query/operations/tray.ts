import { queryOptions } from "@tanstack/react-query";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkList } from "#lib/contract/operations/bulk.ts";
import type { ImportList } from "#lib/contract/operations/imports.ts";
import type { OperationList } from "#lib/contract/operations/operation.ts";
import { isRunActive } from "#lib/contract/values/operations/run-states.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** The period that the tray covers, in milliseconds. */
const trayMs = 24 * 60 * 60_000;
const trayLimit = 50;

/**
 * The query of the tray: the person's own newest operations in the last `trayMs` milliseconds before `nowMs`. The
 * operations of bulk changes are excluded.
 */
export function trayQuery(nowMs: number): URLSearchParams {
  // Rounded to the minute, so that the query key does not change each second.
  const since = new Date(Math.floor((nowMs - trayMs) / 60_000) * 60_000).toISOString();
  return new URLSearchParams({ mine: "true", withoutBulk: "true", since, limit: String(trayLimit) });
}

/** The operations in the tray. */
export function trayQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "tray"],
    queryFn: ({ signal }) =>
      fetchJson<OperationList>(
        api.operations(environment, trayQuery(consoleNowMs())),
        { operations: "array", total: "number" },
        { signal, quiet: true },
      ),
  });
}

/**
 * Two times in milliseconds. While a run is active, the tray reads its list every `2 * whileAtWorkMs`. Otherwise it
 * reads the list every `whileQuietMs`.
 */
const whileAtWorkMs = 2_000;
const whileQuietMs = 60_000;

export const trayBulksQuery = new URLSearchParams({ mine: "true", limit: "10" });

/** The person's newest bulk changes, for the tray. */
export function trayBulksQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "tray bulks"],
    queryFn: ({ signal }) =>
      fetchJson<BulkList>(
        api.bulks(environment, trayBulksQuery),
        { bulks: "array", total: "number" },
        { signal, quiet: true },
      ),
    staleTime: whileAtWorkMs,
    refetchInterval: whileAllowed<PolledState<BulkList>>(({ state: { data } }) =>
      (data?.bulks ?? []).some(({ state }) => isRunActive(state)) ? 2 * whileAtWorkMs : whileQuietMs,
    ),
  });
}

export const trayImportsQuery = new URLSearchParams({ mine: "true", limit: "10" });

/** The person's newest imports, for the tray. */
export function trayImportsQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "tray imports"],
    queryFn: ({ signal }) =>
      fetchJson<ImportList>(
        api.imports(environment, trayImportsQuery),
        { imports: "array", total: "number" },
        { signal, quiet: true },
      ),
    staleTime: whileAtWorkMs,
    refetchInterval: whileAllowed<PolledState<ImportList>>(({ state: { data } }) =>
      (data?.imports ?? []).some(({ state }) => isRunActive(state)) ? 2 * whileAtWorkMs : whileQuietMs,
    ),
  });
}
