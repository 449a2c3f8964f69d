import { expect, test } from "vitest";
import { afterLook } from "#components/operations/use-job-watch.ts";
import type { KnownJob } from "#lib/operation-outcome.ts";

const job = (state: KnownJob["state"], progress?: number): KnownJob => ({
  ...{ state, stateText: state, progress, reason: undefined, steps: [], stepsOmitted: 0 },
  ...{ seenAt: undefined, finishedAt: undefined, vanished: false },
});
const follow = (...looks: KnownJob[]) =>
  looks.reduce<ReturnType<typeof afterLook> | undefined>(
    (before, look, index) => afterLook(before, look, index),
    undefined,
  );

test.each([
  ["ends without telling progress any more", [job("running", 0.6), job("succeeded")]],
  ["tells no progress for a moment", [job("running", 0.6), job("running"), job("running", 0.7)]],
  ["begins to count anew in its next state", [job("queued", 1), job("running", 0)]],
  ["is in a state that nobody knows", [job("running", 0.6), job("unknown"), job("running", 0.7)]],
])("a job that %s has not gone back", (_what, looks) => {
  expect(follow(...looks)?.setback).toBeUndefined();
});

test("a job that went back is remembered to have done so, also when it has gone on", () => {
  const watched = follow(job("running", 0.6), job("queued", 0), job("running", 0.1));
  expect(watched?.setback).toMatchObject({ from: { state: "running", progress: 0.6 }, to: { state: "queued" } });
  expect(follow(job("running", 0.6), job("running", 0.4))?.setback).toBeDefined();
});

test("what stands still keeps the time of its last change, which nobody knows at the first look", () => {
  expect(follow(job("running", 0.5))?.changedAt).toBeUndefined();
  expect(follow(job("running", 0.5), job("running", 0.6), job("running", 0.6))?.changedAt).toBe(1);
});
