import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";

/**
 * A request under `/api`. It is made from Node's own objects (`node-adapter.ts`), or from a `Request`
 * (`web-adapter.ts`).
 */
export interface ApiRequest {
  method: string;
  /** The path of the request's URL, with its escapes. */
  path: string;
  /** The query of the request's URL, without the question mark. */
  search: string;
  headers: RequestHeaders;
  /** The client's address, if known. */
  address: string | undefined;
  /** Aborted when the browser disconnects. */
  signal: CallSignal;
  /** The body in pieces. A reader may stop before the end of the body. */
  body: AsyncIterable<Uint8Array> | null;
}

/** The response to a request, as both adapters send it. */
export interface ApiAnswer {
  status: number;
  /** Names and values, alternating. A name may occur several times, such as `Set-Cookie`. */
  headers: string[];
  body: string | ReadableStream<Uint8Array> | null;
}

export type AnswerRequest = (request: ApiRequest) => Promise<ApiAnswer>;
