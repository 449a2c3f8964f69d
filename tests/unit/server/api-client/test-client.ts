import { createApiClient } from "#server/api-client/create-api-client.ts";
import type { CallRecord } from "#server/api-client/exchange.ts";
import type { CallLimits } from "#server/api-client/limits.ts";
import type { UpstreamResponse } from "#server/api-client/upstream-fetch.ts";
import { createFakeClock } from "./fake-clock.ts";
import { answerOf, createFakeUpstream } from "./fake-upstream.ts";

export const canaries = { keyID: "canary-key-1f2e", secret: "canary-secret-3d4c", token: "canary-token-" };

export const everything = {
  limit: 25,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
} as const;

export const emptyList = { customers: [], total: 0, limit: 25, offset: 0 };

/** A production client over a fake upstream that gives token after token; `answer` is `GET /customers`. */
export function createTestClient(
  answer: (token: string, signal: AbortSignal) => UpstreamResponse | Promise<UpstreamResponse>,
  options: {
    baseUrl?: string;
    auth?: (signal: AbortSignal) => UpstreamResponse | Promise<UpstreamResponse>;
    limits?: Partial<CallLimits>;
  } = {},
) {
  const clock = createFakeClock();
  const calls: CallRecord[] = [];
  let minted = 0;
  const upstream = createFakeUpstream(({ url, headers, signal }) => {
    if (!new URL(url).pathname.endsWith("/auth")) return answer(headers.authorization ?? "", signal);
    if (options.auth) return options.auth(signal);
    minted += 1;
    return answerOf(200, { access_token: `${canaries.token}${minted}`, token_type: "Bearer", expires_in: 900 });
  });
  const client = createApiClient({
    environment: "production",
    baseUrl: options.baseUrl ?? "https://api.example/base/",
    credentials: { keyID: canaries.keyID, secret: canaries.secret },
    fetch: upstream.fetch,
    clock,
    random: () => 0,
    onCall: (call) => calls.push(call),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  return { client, clock, calls, upstream };
}
