/**
 * The part of `AbortSignal` that the client needs. The client has its own signals because they are cheaper. Each call
 * has three signals, and with `AbortController` they would cost as much as a complete layer of the client.
 */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Throws the abort reason if the signal is aborted. */
  throwIfAborted(): void;
  /** Calls the listener once when the signal aborts. Adding the same function twice has no effect. */
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A signal that can be aborted. */
export class CallAbort implements CallSignal {
  aborted = false;
  reason: unknown = undefined;
  /** An array, because most signals have only one listener at a time. */
  readonly #listeners: (() => void)[] = [];

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_: "abort", listener: () => void): void {
    if (!this.aborted && !this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** Converts a signal to an `AbortSignal`, for functions that accept only that type. */
export function abortSignalOf(signal: CallSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener("abort", () => controller.abort(signal.reason));
  return controller.signal;
}
