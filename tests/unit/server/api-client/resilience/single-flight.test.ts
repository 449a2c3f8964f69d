import { expect, test } from "vitest";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import { createSingleFlight } from "#server/api-client/resilience/single-flight.ts";

function setUp() {
  const merged = createSingleFlight<string>();
  const started: (PromiseWithResolvers<string> & { signal: CallSignal })[] = [];
  const start = (signal: CallSignal) => {
    const call = { ...Promise.withResolvers<string>(), signal };
    started.push(call);
    signal.addEventListener("abort", () => call.reject(signal.reason));
    return call.promise;
  };
  const join = (key: string, signal?: AbortSignal) => merged.join(key, signal, start);
  return { merged, started, join };
}

test("identical calls in progress are sent once, and each caller gets its answer", async () => {
  const { started, join } = setUp();
  const joined = Array.from({ length: 1_000 }, () => join("same"));
  expect(started).toHaveLength(1);
  expect(joined.filter(({ isShared }) => !isShared)).toHaveLength(1);
  started[0]?.resolve("answer");
  expect(new Set(await Promise.all(joined.map(({ answer }) => answer)))).toEqual(new Set(["answer"]));
});

test("different calls are not shared, and neither is a call that begins after the answer", async () => {
  const { started, join } = setUp();
  const one = join("one");
  const other = join("other");
  expect(started).toHaveLength(2);
  for (const call of started) call.resolve("answer");
  await Promise.all([one.answer, other.answer]);
  expect(join("one").isShared).toBe(false);
  expect(started).toHaveLength(3);
});

test("a caller that leaves does not end the call of the other callers", async () => {
  const { started, join } = setUp();
  const leaving = new AbortController();
  const left = join("same", leaving.signal).answer;
  const stays = join("same", new AbortController().signal).answer;
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(started[0]?.signal.aborted).toBe(false);
  started[0]?.resolve("answer");
  await expect(stays).resolves.toBe("answer");
});

test("when all callers have left, the call ends, and the next caller starts a new one", async () => {
  const { started, join } = setUp();
  const leaving = [new AbortController(), new AbortController()];
  const left = Promise.allSettled(leaving.map(({ signal }) => join("same", signal).answer));
  leaving[0]?.abort(new Error("first"));
  leaving[1]?.abort(new Error("last"));
  await left;
  expect(started[0]?.signal.aborted).toBe(true);
  expect(started[0]?.signal.reason).toMatchObject({ message: "last" });
  expect(join("same").isShared).toBe(false);
});

test("no caller joins a call that all other callers have left, even before the call has ended", async () => {
  const merged = createSingleFlight<string>();
  const leaving = new AbortController();
  const ended = Promise.withResolvers<void>();
  const endless = (signal: CallSignal) => {
    signal.addEventListener("abort", () => ended.resolve());
    return new Promise<string>(() => {});
  };
  const left = merged.join("same", leaving.signal, endless).answer;
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await ended.promise;
  const next = merged.join("same", undefined, async () => "answer");
  expect(next.isShared).toBe(false);
  await expect(next.answer).resolves.toBe("answer");
});

test("an error reaches all callers, and is not stored", async () => {
  const { started, join } = setUp();
  const both = Promise.allSettled([join("same").answer, join("same").answer]);
  started[0]?.reject(new Error("no"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(join("same").isShared).toBe(false);
});

test("after a write no caller joins a read that was in progress before it", async () => {
  const { merged, started, join } = setUp();
  const early = join("same").answer;
  merged.separate();
  const late = join("same");
  expect(late.isShared).toBe(false);
  started[0]?.resolve("before");
  await expect(early).resolves.toBe("before");
  // After the earlier call has ended, another caller can still join the later call.
  expect(join("same").isShared).toBe(true);
  started[1]?.resolve("after");
  await expect(late.answer).resolves.toBe("after");
});
