import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * A request under `/api`. It is created from Node's own objects (`node-adapter.ts`) or from a `Request`
 * (`web-adapter.ts`).
 */
export interface ApiRequest {
  method: string;
  /** The path of the request's URL. Escapes such as `%20` are not decoded. */
  path: string;
  /** The query of the request's URL, without the question mark. */
  search: string;
  headers: RequestHeaders;
  /** The address of the client. Undefined if it is not known. */
  address: string | undefined;
  /** Aborted when the browser closes the connection. */
  signal: CallSignal;
  /** The body in chunks. A reader may stop before the end. */
  body: AsyncIterable<Uint8Array> | null;
}

/** The response to a request. Both adapters can send it. */
export interface ApiAnswer {
  status: number;
  /** Alternating names and values. A name may occur several times, for example `Set-Cookie`. */
  headers: string[];
  body: string | ReadableStream<Uint8Array> | null;
}

export type AnswerRequest = (request: ApiRequest) => Promise<ApiAnswer>;
