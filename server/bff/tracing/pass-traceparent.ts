import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import { requestTraceparent } from "#server/bff/core/page-context.ts";

/** The same function, which tells the API the trace that the sender of the request has named; nothing else is traced. */
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
