import type { Readable } from "node:stream";
import type { CallSignal } from "#server/api-client/call-signal.ts";

/** Marks a body that was longer than allowed. Its rest was not read, and its connection is closed. */
export const bodyTooLong: unique symbol = Symbol("too long");

export interface UpstreamRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** A large body, instead of `body`. It needs the header `content-length`. */
  bodyStream?: Readable;
  /** Aborts the request or, if it was sent, the reading of its answer. */
  signal: CallSignal;
  /** Called immediately before the first byte of the request is written to a connection. */
  onSent?: (() => void) | undefined;
  /** Called as soon as the status of the answer is known. */
  onStatus?: (status: number) => void;
  /** The maximum size of the body for a status, in bytes. Used if the answer is read without a stream. */
  maxBytes?: (status: number) => number;
}

export interface UpstreamResponse {
  status: number;
  headers: { get(name: string): string | null };
  /**
   * The complete body, or a stream. A stream must be read to its end or cancelled. Null if the answer has no body.
   * `bodyTooLong` if the body was longer than the request allows.
   */
  body: Uint8Array | AsyncIterable<Uint8Array> | null | typeof bodyTooLong;
}
