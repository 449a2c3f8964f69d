import type { Environment } from "#lib/contract/environment.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { type ApiClientOptions, createApiClient } from "#server/api-client/create-api-client.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";

export const everything = {
  limit: 25,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
} as const;

/** A client that uses the real clock and real connections. */
export function startClient(
  environment: Environment,
  origin: string,
  credentials: ReturnType<ApiClientOptions["credentials"]>,
  options: Partial<ApiClientOptions> = {},
) {
  return createApiClient({
    environment,
    baseUrl: origin,
    credentials: () => credentials,
    fetch: createUpstreamFetch(),
    clock: systemClock,
    random: Math.random,
    ...options,
  });
}
