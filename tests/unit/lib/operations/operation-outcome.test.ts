import { describe, expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import {
  detailWithJob,
  hadNoEffect,
  isOutcomeUncertain,
  knownJob,
  operationSpan,
  outcomeDetail,
} from "#lib/operations/operation-outcome.ts";

const createdAt = "2026-11-20T12:00:00.000Z";
const at = (seconds: number) => new Date(Date.parse(createdAt) + seconds * 1_000).toISOString();

const operation = (changes: Partial<Operation> = {}): Operation => ({
  operationID: "o1",
  kind: "create-customer",
  environment: "sandbox",
  state: "accepted",
  outcome: "done",
  actor: { staffID: "s1", email: "edith@test.example" },
  request: { companyName: "Ahorn" },
  createdAt,
  ...changes,
});

const job = (changes: Partial<Job> = {}): Job => ({
  jobID: "j1",
  state: "running",
  stateText: "running",
  steps: [],
  raw: {},
  ...changes,
});

const live = (changes: Partial<Job> = {}, code?: "not_found" | "upstream_timeout"): LiveJob => ({
  job: job(changes),
  asOf: at(7),
  problem: code && { code, detail: "", errors: [] },
});

const gone = (changes: Partial<Job> = {}): LiveJob => ({ ...live(changes, "not_found"), isGone: true });

const stored = (changes: Partial<NonNullable<Operation["job"]>> = {}) => ({
  state: "running" as const,
  stateText: "running",
  seenAt: at(3),
  ...changes,
});

describe("the outcome of a write whose job is watched", () => {
  test.each([
    ["running", operation({ jobID: "j1" }), undefined],
    ["running", operation({ jobID: "j1" }), live({ state: "queued" })],
    ["running", operation({ jobID: "j1" }), live({ state: "unknown", stateText: "Pondering" })],
    ["running", operation({ jobID: "j1" }), live({}, "upstream_timeout")],
    ["succeeded", operation({ jobID: "j1", job: stored() }), live({ state: "succeeded" })],
    ["failed", operation({ jobID: "j1", job: stored() }), live({ state: "failed" })],
    ["cancelled", operation({ jobID: "j1" }), live({ state: "cancelled" })],
    ["running", operation({ jobID: "j1" }), live({}, "not_found")],
    ["running", operation({ jobID: "j1" }), { ...gone(), job: undefined, isGone: false }],
    ["vanished", operation({ jobID: "j1" }), gone()],
    ["vanished", operation({ jobID: "j1" }), { ...gone(), job: undefined }],
    ["succeeded", operation({ jobID: "j1" }), gone({ state: "succeeded" })],
    ["unknown", operation({ state: "unknown", jobID: "j1" }), live({ state: "succeeded" })],
  ] as const)("the outcome is %s", (detail, write, watched) => {
    expect(outcomeDetail(write, watched)).toBe(detail);
  });

  test("an operation follows its job while it runs, and keeps a final outcome", () => {
    expect(detailWithJob("running", live({ state: "failed" }))).toBe("failed");
    expect(detailWithJob("running", gone())).toBe("vanished");
    expect(detailWithJob("running", undefined)).toBe("running");
    expect(detailWithJob("failed", live({ state: "running" }))).toBe("failed");
  });

  test("the steps of an ended job are known even if nobody follows it", () => {
    const steps = [{ name: "numbers", state: "failed" as const, stateText: "failed" }];
    const ended = operation({ jobID: "j1", job: stored({ state: "failed", finishedAt: at(6), steps }) });
    expect(knownJob(ended)?.steps).toEqual(steps);
  });

  test("an operation whose end was observed stays ended, for any later answer of the API", () => {
    const ended = operation({ jobID: "j1", job: stored({ state: "succeeded", finishedAt: at(6) }) });
    expect(outcomeDetail(ended, live({ state: "running" }))).toBe("succeeded");
    expect(knownJob(ended, live({ state: "succeeded" }))?.finishedAt).toBe(at(6));
  });

  test("a write without effect differs from a write whose end was not observed", () => {
    for (const detail of ["failed", "cancelled", "not-sent", "refused", "prevented"] as const) {
      expect([hadNoEffect(detail), isOutcomeUncertain(detail)], detail).toEqual([true, false]);
    }
    for (const detail of ["unknown", "vanished"] as const) {
      expect([hadNoEffect(detail), isOutcomeUncertain(detail)], detail).toEqual([false, true]);
    }
    for (const detail of ["recorded", "sent", "running", "verified", "accepted"] as const) {
      expect([hadNoEffect(detail), isOutcomeUncertain(detail)], detail).toEqual([false, false]);
    }
  });
});

describe("the duration of a write", () => {
  const fromMs = Date.parse(at(1));

  test("the duration begins when the write is sent, and grows while the write runs", () => {
    expect(operationSpan(operation({ sentAt: at(1), jobID: "j1" }))).toEqual({ fromMs, toMs: undefined });
  });

  test("the duration ends with the job, as the console observed it, or else with the answer", () => {
    const write = operation({ sentAt: at(1), settledAt: at(2), jobID: "j1" });
    expect(operationSpan(write, live({ state: "succeeded" })).toMs).toBe(Date.parse(at(7)));
    const kept = { ...write, job: stored({ state: "succeeded", finishedAt: at(5) }) };
    expect(operationSpan(kept, live({ state: "succeeded" })).toMs).toBe(Date.parse(at(5)));
    expect(operationSpan(operation({ sentAt: at(1), settledAt: at(2) })).toMs).toBe(Date.parse(at(2)));
  });

  test("different clocks never make a duration negative", () => {
    expect(operationSpan(operation({ sentAt: at(9), settledAt: at(2) })).toMs).toBe(Date.parse(at(9)));
  });
});
