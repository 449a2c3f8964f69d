import type { Call } from "#lib/contract/calls/call.ts";
import type { HarEntry, HarFacts } from "#lib/contract/calls/har.ts";

/** The beginning of a HAR file, up to its first entry. */
export function harBegin({ version, ...facts }: HarFacts): string {
  const head = { version: "1.2", creator: { name: "Switchboard", version }, _switchboard: { version, ...facts } };
  return `{"log":${JSON.stringify(head).slice(0, -1)},"entries":[`;
}

export const harEnd = "\n]}}\n";

/** The path of a call, with the IDs in place of the parameters. */
function pathOf({ path, parameters = {} }: Call): string {
  return path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? encodeURIComponent(parameters[name] ?? "") : whole,
  );
}

const json = "application/json";

/** A call as an entry of HAR 1.2. The entry has no cookies. Its only headers are the request IDs and `Retry-After`. */
export function harEntry(call: Call, address: string): HarEntry {
  const { at, method, query, waitMs, firstByteMs, ms, bytes, bodies, status, upstreamRequestID, requestID } = call;
  const { callID, kind, path, attempt, retryOf, reason, error, breaker, tokenAgeSeconds, operationID } = call;
  // Removes the person's name, because the file leaves the console. The entry names people by ID only.
  const { who: _, personName: __, ...cause } = call.cause;
  const received = firstByteMs === undefined ? -1 : Math.max(0, Math.round((ms - firstByteMs) * 10) / 10);
  return {
    // In a HAR entry, the time includes the wait before the request was sent.
    startedDateTime: new Date(Date.parse(at) - waitMs).toISOString(),
    time: Math.round((waitMs + ms) * 10) / 10,
    request: {
      method,
      url: `${address}${pathOf(call)}${query ? `?${query}` : ""}`,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [{ name: "X-Request-ID", value: requestID }],
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: -1,
      ...(bodies?.request !== undefined && { postData: { mimeType: json, text: bodies.request } }),
    },
    response: {
      status: status ?? 0,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [
        ...(upstreamRequestID === undefined ? [] : [{ name: "X-Request-ID", value: upstreamRequestID }]),
        ...(call.retryAfter === undefined ? [] : [{ name: "Retry-After", value: call.retryAfter }]),
      ],
      content: { size: bytes, mimeType: json, ...(bodies?.response !== undefined && { text: bodies.response }) },
      redirectURL: "",
      headersSize: -1,
      bodySize: bytes,
    },
    cache: {},
    timings: { blocked: waitMs, send: 0, wait: firstByteMs ?? ms, receive: received },
    _switchboard: {
      callID,
      kind,
      path,
      attempt,
      retryOf,
      reason,
      error,
      breaker,
      tokenAgeSeconds,
      cause,
      operationID,
    },
  };
}
