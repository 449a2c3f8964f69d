import { Agent, type Dispatcher } from "undici";
import { abortSignalOf } from "#server/api-client/call-signal.ts";
import { defaultLimits } from "#server/api-client/limits.ts";
import { readWhole } from "./read-whole.ts";
import type { UpstreamRequest, UpstreamResponse } from "./upstream-answer.ts";

/**
 * The part of `fetch` that the client needs. It does not follow redirects or store cookies. Each environment needs a
 * separate instance, because a client closes its fetch.
 */
export interface FetchLike {
  (url: string, request: UpstreamRequest): Promise<UpstreamResponse>;
  close?(): Promise<void>;
}

export interface UpstreamFetchOptions {
  /** The maximum number of connections for reads, and the same number for writes. Further requests wait. Default 64. */
  connections?: number;
  /** The maximum size of a body, in bytes. If a body is larger, the connection is closed. Default 16 MB. */
  maxBodyBytes?: number;
}

/**
 * Creates a {@link FetchLike} with its own undici Agents. It shares no connections and does not use the global `fetch`,
 * which Next patches. It uses HTTP/1.1, without redirects and decompression.
 *
 * Reads reuse connections. Every other request has its own connection. If the API had just closed a reused connection,
 * it would be unknown whether the API received the write.
 */
export function createUpstreamFetch(options: UpstreamFetchOptions = {}): FetchLike {
  const shared = {
    connections: options.connections ?? 64,
    allowH2: false,
    maxResponseSize: options.maxBodyBytes ?? defaultLimits.maxBodyBytes,
    connect: { timeout: 5_000 },
    // The client has its own, shorter time-outs. These limits protect callers without time-outs.
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  } as const;
  const reading = new Agent({ ...shared, pipelining: 1 });
  // The value 0 closes the connection after one request.
  const writing = new Agent({ ...shared, pipelining: 0 });
  const observed = writing.compose(reportWhenSent);

  const split = createSplitAddress();

  const upstreamFetch: FetchLike = (url, request) => {
    if (request.method !== "GET") return write(url, request);
    const { headers } = request;
    return readWhole(reading, { ...split(url), method: "GET", headers, body: null }, request);
  };
  const write: FetchLike = async (url, request) => {
    const { method, headers, bodyStream, body = bodyStream ?? null } = request;
    const signal = abortSignalOf(request.signal);
    const answer = await observed.request({ ...split(url), method, headers, body, signal, opaque: request.onSent });
    request.onStatus?.(answer.statusCode);
    return {
      status: answer.statusCode,
      headers: {
        get: (name) => {
          const value = answer.headers[name.toLowerCase()];
          return Array.isArray(value) ? value.join(", ") : (value ?? null);
        },
      },
      body: answer.body,
    };
  };
  upstreamFetch.close = async () => {
    await Promise.all([reading.close(), writing.close()]);
  };
  return upstreamFetch;
}

/** A query that needs no escaping in a URL. */
const plainQuery = /^\?[\w.*%&=+-]+$/;

/**
 * Splits an address into its origin and its path. The result for the part before the query is cached, because that part
 * is the same for many requests.
 */
function createSplitAddress(): (url: string) => { origin: string; path: string } {
  let last = { place: "", origin: "", pathname: "" };
  return (url) => {
    const at = url.indexOf("?");
    const [place, query] = at < 0 ? [url, ""] : [url.slice(0, at), url.slice(at)];
    if (place === last.place && plainQuery.test(query)) return { origin: last.origin, path: last.pathname + query };
    const { origin, pathname, search } = new URL(url);
    last = { place, origin, pathname };
    return { origin, path: pathname + search };
  };
}

/**
 * Wraps an undici handler so that `onSent` is called when undici has a connection but has not written any byte of the
 * request.
 */
function callingOnSent(handler: Dispatcher.DispatchHandler, onSent: () => void): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (controller, context) => {
      handler.onRequestStart?.(controller, context);
      if (!controller.aborted) onSent();
    },
    onResponseStart: (...parameters) => handler.onResponseStart?.(...parameters),
    onResponseData: (...parameters) => handler.onResponseData?.(...parameters),
    onResponseEnd: (...parameters) => handler.onResponseEnd?.(...parameters),
    onResponseError: (...parameters) => handler.onResponseError?.(...parameters),
  };
}

const reportWhenSent: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const { opaque } = options as { opaque?: (() => void) | undefined };
  return dispatch(options, opaque === undefined ? handler : callingOnSent(handler, opaque));
};
