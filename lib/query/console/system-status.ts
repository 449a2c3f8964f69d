import { queryOptions } from "@tanstack/react-query";
import type { SystemStatus } from "#lib/contract/console/status.ts";
import { api } from "#lib/paths.ts";
import { pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

/** As often as processes report themselves, nearly. */
const everyMs = 15_000;

/** How Switchboard itself runs: over HTTP in the browser, by the BFF's own operation on the server. */
export function systemStatusQueryOptions(
  read: (signal: AbortSignal) => Promise<SystemStatus> = (signal) =>
    fetchJson<SystemStatus>(
      api.status(),
      { asOf: "string", replicas: "array", store: "object", work: "array", maintenance: "array" },
      // Read by itself again and again: that keeps no session alive.
      { signal, quiet: true },
    ),
) {
  return queryOptions({
    queryKey: ["system-status"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
    refetchInterval: whileAllowed(everyMs),
  });
}
