import { expect, test } from "vitest";
import { abortSignalOf, CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import { boundSignal, waitFor } from "#server/api-client/transport/bound-signal.ts";
import { createFakeClock } from "./fake-clock.ts";

const makers: [string, () => { signal: CallSignal; abort(reason: unknown): void }][] = [
  [
    "an AbortController",
    () => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
    },
  ],
  [
    "a CallAbort",
    () => {
      const signal = new CallAbort();
      return { signal, abort: (reason) => signal.abort(reason) };
    },
  ],
];

test.each(makers)("the signal of %s calls each listener once, with the first reason", (_, make) => {
  const { signal, abort } = make();
  const called: string[] = [];
  const both = () => called.push("both");
  const removed = () => called.push("removed");
  signal.throwIfAborted();
  signal.addEventListener("abort", both, { once: true });
  signal.addEventListener("abort", both, { once: true });
  signal.addEventListener("abort", removed);
  signal.addEventListener("abort", () => called.push("other"));
  signal.removeEventListener("abort", removed);
  signal.removeEventListener("abort", () => {});
  expect(signal.aborted).toBe(false);
  const reason = new Error("gone");
  abort(reason);
  abort(new Error("later"));
  signal.addEventListener("abort", () => called.push("too late"));
  expect(called).toEqual(["both", "other"]);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toBe(reason);
  expect(() => signal.throwIfAborted()).toThrow(reason);
});

test.each(makers)("a bound signal aborts with %s, unless it has ended before", (_, make) => {
  const clock = createFakeClock();
  const { signal: parent, abort } = make();
  const given = { clock, timeoutMs: 10, parent, timeUp: () => new Error("time is up") };
  const [kept, ended] = [boundSignal(given), boundSignal(given)];
  const native = abortSignalOf(kept.signal);
  ended.end();
  const reason = new Error("gone");
  abort(reason);
  expect(kept.signal.reason).toBe(reason);
  expect(native.reason).toBe(reason);
  expect(ended.signal.aborted).toBe(false);
  expect(boundSignal(given).signal.reason).toBe(reason);
  expect(abortSignalOf(kept.signal).reason).toBe(reason);
});

test("a bound signal aborts when its time limit is reached", async () => {
  const clock = createFakeClock();
  const { signal } = boundSignal({ clock, timeoutMs: 10, parent: undefined, timeUp: () => new Error("time is up") });
  const waiting = waitFor(new Promise(() => {}), signal);
  waiting.catch(() => {});
  await clock.advance(9);
  expect(signal.aborted).toBe(false);
  await clock.advance(1);
  await expect(waiting).rejects.toThrow("time is up");
});
