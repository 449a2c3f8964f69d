import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import { requestTraceparent } from "#server/bff/core/page-context.ts";

/** Wraps a fetch so that it sends the trace ID of the incoming request to the API. Creates no spans. */
export function passTraceparent(fetch: FetchLike): FetchLike {
  const passing: FetchLike = (url, request) => {
    const traceparent = requestTraceparent();
    return fetch(
      url,
      traceparent === undefined ? request : { ...request, headers: { ...request.headers, traceparent } },
    );
  };
  const { close } = fetch;
  if (close) passing.close = close;
  return passing;
}
