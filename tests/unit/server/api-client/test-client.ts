import type { CallSignal } from "#server/api-client/call-signal.ts";
import { type ApiClientOptions, createApiClient } from "#server/api-client/create-api-client.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import type { UpstreamResponse } from "#server/api-client/transport/upstream-answer.ts";
import { createFakeClock } from "./fake-clock.ts";
import { answerOf, createFakeUpstream, type SeenRequest } from "./fake-upstream.ts";

export const canaries = { keyID: "canary-key-1f2e", secret: "canary-secret-3d4c", token: "canary-token-" };

export const everything = {
  limit: 25,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
} as const;

/** The query for the list from this offset on. Lists with different offsets are never merged into one call. */
export const from = (offset: number) => ({ ...everything, offset });

export const emptyList = { customers: [], total: 0, limit: 25, offset: 0 };

type Answer = UpstreamResponse | Promise<UpstreamResponse>;

interface TestClientOptions extends Partial<Pick<ApiClientOptions, "baseUrl" | "credentials" | "limits" | "random">> {
  auth?: (signal: CallSignal, body: string) => Answer;
  /** Opens the connection of a request. */
  connect?: (request: SeenRequest) => Promise<void> | undefined;
}

/**
 * Creates a client for the environment `production` with a fake upstream. The upstream issues a new token for each sign-in, and `answer`
 * answers all other requests.
 */
export function createTestClient(
  answer: (token: string, signal: CallSignal, request: SeenRequest) => Answer,
  { auth, connect, ...options }: TestClientOptions = {},
) {
  const clock = createFakeClock();
  const calls: CallRecord[] = [];
  let minted = 0;
  const upstream = createFakeUpstream((request) => {
    const { url, headers, signal } = request;
    if (!new URL(url).pathname.endsWith("/auth")) return answer(headers.authorization ?? "", signal, request);
    if (auth) return auth(signal, request.body ?? "");
    minted += 1;
    return answerOf(200, { access_token: `${canaries.token}${minted}`, token_type: "Bearer", expires_in: 900 });
  }, connect);
  const client = createApiClient({
    environment: "production",
    baseUrl: "https://api.example/base/",
    credentials: () => ({ keyID: canaries.keyID, secret: canaries.secret }),
    fetch: upstream.fetch,
    clock,
    random: () => 0,
    onCall: (call) => calls.push(call),
    ...options,
  });
  return { client, clock, calls, upstream };
}
