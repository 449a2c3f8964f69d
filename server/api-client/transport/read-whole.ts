import type { Dispatcher } from "undici";
import { bodyTooLong, type UpstreamRequest, type UpstreamResponse } from "./upstream-answer.ts";

type Head = Pick<UpstreamResponse, "status" | "headers">;

/**
 * Sends a request and reads its complete answer without a stream. If the body exceeds the limit for its status, the
 * connection is closed. If the signal aborts, the request is aborted at any stage.
 */
export function readWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  { signal, onSent, onStatus, maxBytes }: Pick<UpstreamRequest, "signal" | "onSent" | "onStatus" | "maxBytes">,
): Promise<UpstreamResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
  const chunks: Buffer[] = [];
  let length = 0;
  let limit = Number.POSITIVE_INFINITY;
  let head: Head | undefined;
  let running: Dispatcher.DispatchController | undefined;

  const onAbort = () => {
    const reason = signal.reason instanceof Error ? signal.reason : new Error("aborted");
    running?.abort(reason);
    reject(reason);
  };
  const end = (body: UpstreamResponse["body"]) => {
    signal.removeEventListener("abort", onAbort);
    if (head) resolve({ ...head, body });
  };
  signal.addEventListener("abort", onAbort, { once: true });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      running = controller;
      // Aborts immediately if the signal aborted while the request waited for a connection.
      if (signal.aborted) onAbort();
      else onSent?.();
    },
    onResponseStart: (controller, status, headers) => {
      // Ignores informational statuses such as 103, which may arrive before the answer.
      if (status < 200) return;
      onStatus?.(status);
      limit = maxBytes?.(status) ?? limit;
      head = { status, headers: { get: (name) => headerOf(headers[name.toLowerCase()]) } };
      if (Number(headers["content-length"] ?? 0) > limit) leave(controller);
    },
    onResponseData: (controller, chunk) => {
      length += chunk.byteLength;
      chunks.push(chunk);
      if (length > limit) leave(controller);
    },
    onResponseEnd: () => {
      const [only] = chunks;
      end(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length));
    },
    onResponseError: (_, error) => {
      signal.removeEventListener("abort", onAbort);
      reject(error);
    },
  };
  function leave(controller: Dispatcher.DispatchController): void {
    end(bodyTooLong);
    controller.abort(new Error("the answer is too long"));
  }

  try {
    signal.throwIfAborted();
    dispatcher.dispatch(options, handler);
  } catch (error) {
    signal.removeEventListener("abort", onAbort);
    reject(error);
  }
  return promise;
}

function headerOf(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
