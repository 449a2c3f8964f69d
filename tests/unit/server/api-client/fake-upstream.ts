import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { UpstreamRequest, UpstreamResponse } from "#server/api-client/transport/upstream-answer.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";

export interface SeenRequest extends UpstreamRequest {
  url: string;
}

interface FakeUpstream {
  fetch: FetchLike;
  /** Every request so far, in order. */
  requests: SeenRequest[];
  /** The number of requests whose path ends with `pathEnd`. */
  count(pathEnd: string): number;
}

/** Returns an answer with this body. A body that is not a text is converted to JSON. */
export function answerOf(status: number, body: unknown = "", headers: Record<string, string> = {}): UpstreamResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  return {
    status,
    headers: new Headers({ "content-type": type, ...headers }),
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
  };
}

/** A request that ends only when its signal aborts. */
export function hang(signal: CallSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Creates an upstream without a network. `answer` returns the answer to each request, and the upstream records every
 * request. A connection is open when `connect` resolves.
 */
export function createFakeUpstream(
  answer: (request: SeenRequest) => UpstreamResponse | Promise<UpstreamResponse>,
  connect: (request: SeenRequest) => Promise<void> | undefined = () => undefined,
): FakeUpstream {
  const requests: SeenRequest[] = [];
  return {
    fetch: async (url, request) => {
      const seen = { url, ...request };
      requests.push(seen);
      const opening = connect(seen);
      if (opening) await opening;
      request.onSent?.();
      return answer(seen);
    },
    requests,
    count: (pathEnd) => requests.filter(({ url }) => new URL(url).pathname.endsWith(pathEnd)).length,
  };
}
