import type { CallSignal } from "#server/api-client/call-signal.ts";

/** What came was longer than allowed; the rest was not read and its connection is closed. */
export const timedOut: unique symbol = Symbol("too long");

export interface UpstreamRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** Ends the request and the reading of its answer. */
  signal: CallSignal;
  /** To be called just before the first byte of the request is written to a connection. */
  onSent?: (() => void) | undefined;
  /** Called as soon as the status is known. */
  onStatus?: (status: number) => void;
  /** How long the body of an answer with this status may be, for one that is read as a whole. */
  maxBytes?: (status: number) => number;
}

export interface UpstreamResponse {
  status: number;
  headers: { get(name: string): string | null };
  /**
   * The whole of it, or what is read to its end or left early, never ignored. Null where the answer has none,
   * `timedOut` where it was longer than the request allows.
   */
  body: Uint8Array | AsyncIterable<Uint8Array> | null | typeof timedOut;
}
