import { Agent } from "undici";
import { defaultLimits } from "./limits.ts";

export interface UpstreamRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Ends the request and the reading of its answer. */
  signal: AbortSignal;
}

export interface UpstreamResponse {
  status: number;
  headers: { get(name: string): string | null };
  /** Null where the answer has no body. Read to its end or left early, never ignored. */
  body: AsyncIterable<Uint8Array> | null;
}

/**
 * The part of `fetch` that the client needs. It follows no redirect and keeps no cookie. A client
 * closes what it was given, so each environment gets its own.
 */
export interface FetchLike {
  (url: string, request: UpstreamRequest): Promise<UpstreamResponse>;
  close?(): Promise<void>;
}

export interface UpstreamFetchOptions {
  /** Connections kept to the API at most; further requests wait their turn. Default 64. */
  connections?: number;
  /** Bytes of a body at which the connection is cut. Default 16 MB. */
  maximumBodyBytes?: number;
}

/**
 * Makes a {@link FetchLike} with an undici Agent of its own: neither the global `fetch`, which
 * Next patches, nor any connection is shared. HTTP/1.1 only, no redirect, no decompression.
 */
export function createUpstreamFetch(options: UpstreamFetchOptions = {}): FetchLike {
  const agent = new Agent({
    connections: options.connections ?? 64,
    pipelining: 1,
    allowH2: false,
    maxResponseSize: options.maximumBodyBytes ?? defaultLimits.maximumBodyBytes,
    connect: { timeout: 5_000 },
    // The client's own time-outs come first; these catch a caller without any.
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });

  const upstreamFetch: FetchLike = async (url, request) => {
    const { origin, pathname, search } = new URL(url);
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: request.method,
      headers: request.headers,
      body: request.body ?? null,
      signal: request.signal,
    });
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
  upstreamFetch.close = () => agent.close();
  return upstreamFetch;
}
