import { queryOptions } from "@tanstack/react-query";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import { api } from "#lib/paths.ts";
import { pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/**
 * The polling interval in milliseconds. It is a little longer than the time between two reports of a server process.
 */
const everyMs = 15_000;

/** The status of Switchboard itself. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function consoleHealthQueryOptions(
  read: (signal: AbortSignal) => Promise<ConsoleHealth> = (signal) =>
    fetchJson<ConsoleHealth>(
      api.consoleHealth(),
      { asOf: "string", replicas: "array", store: "object", work: "array", maintenance: "array" },
      // `quiet`, because polling must not extend the session.
      { signal, quiet: true },
    ),
) {
  return queryOptions({
    queryKey: ["console-health"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
    refetchInterval: whileAllowed(everyMs),
  });
}
