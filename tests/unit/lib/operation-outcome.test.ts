import { describe, expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { detailOf, isUncertain, isUndone, knownJob, mayBeginAgain, movedOn, spanOf } from "#lib/operation-outcome.ts";

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
  ...{ jobID: "j1", state: "running", stateText: "running", steps: [], raw: {} },
  ...changes,
});

const live = (changes: Partial<Job> = {}, code?: "not_found" | "upstream_timeout"): LiveJob => ({
  job: job(changes),
  asOf: at(7),
  problem: code && { code, detail: "", errors: [] },
});

const gone = (changes: Partial<Job> = {}): LiveJob => ({ ...live(changes, "not_found"), isGone: true });

const stored = (changes: Partial<NonNullable<Operation["job"]>> = {}) => ({
  ...{ state: "running" as const, stateText: "running", seenAt: at(3) },
  ...changes,
});

describe("how a write stands whose job is watched", () => {
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
  ] as const)("%s", (detail, write, watched) => {
    expect(detailOf(write, watched)).toBe(detail);
  });

  test("what is known by its outcome alone is moved on only while it runs", () => {
    expect(movedOn("running", live({ state: "failed" }))).toBe("failed");
    expect(movedOn("running", gone())).toBe("vanished");
    expect(movedOn("running", undefined)).toBe("running");
    expect(movedOn("failed", live({ state: "running" }))).toBe("failed");
  });

  test("the steps of an ended job are known without anybody watching", () => {
    const steps = [{ name: "numbers", state: "failed" as const, stateText: "failed" }];
    const ended = operation({ jobID: "j1", job: stored({ state: "failed", finishedAt: at(6), steps }) });
    expect(knownJob(ended)?.steps).toEqual(steps);
  });

  test("one that was seen to end stays ended, whatever the API tells later", () => {
    const ended = operation({ jobID: "j1", job: stored({ state: "succeeded", finishedAt: at(6) }) });
    expect(detailOf(ended, live({ state: "running" }))).toBe("succeeded");
    expect(knownJob(ended, live({ state: "succeeded" }))?.finishedAt).toBe(at(6));
  });

  test("what came to nothing for sure is not what nobody saw end", () => {
    for (const detail of ["failed", "cancelled", "not-sent", "refused", "prevented"] as const) {
      expect([isUndone(detail), isUncertain(detail)], detail).toEqual([true, false]);
    }
    for (const detail of ["unknown", "vanished"] as const) {
      expect([isUndone(detail), isUncertain(detail)], detail).toEqual([false, true]);
    }
    for (const detail of ["recorded", "sent", "running", "verified", "accepted"] as const) {
      expect([isUndone(detail), isUncertain(detail)], detail).toEqual([false, false]);
    }
  });

  test("only creations that came to nothing, or of which nobody knows, may be begun again", () => {
    expect(mayBeginAgain(operation(), "failed")).toBe(true);
    expect(mayBeginAgain(operation(), "unknown")).toBe(true);
    expect(mayBeginAgain(operation(), "prevented")).toBe(true);
    for (const detail of ["recorded", "running", "sent", "succeeded", "resolved", "accepted"] as const) {
      expect(mayBeginAgain(operation(), detail)).toBe(false);
    }
    expect(mayBeginAgain(operation({ kind: "change-contract" }), "failed")).toBe(false);
  });
});

describe("how long it takes", () => {
  const fromMs = Date.parse(at(1));

  test("from sending, and on while it runs", () => {
    expect(spanOf(operation({ sentAt: at(1), jobID: "j1" }))).toEqual({ fromMs, toMs: undefined });
  });

  test("to the job's end as the console saw it, else to the answer", () => {
    const write = operation({ sentAt: at(1), settledAt: at(2), jobID: "j1" });
    expect(spanOf(write, live({ state: "succeeded" })).toMs).toBe(Date.parse(at(7)));
    const kept = { ...write, job: stored({ state: "succeeded", finishedAt: at(5) }) };
    expect(spanOf(kept, live({ state: "succeeded" })).toMs).toBe(Date.parse(at(5)));
    expect(spanOf(operation({ sentAt: at(1), settledAt: at(2) })).toMs).toBe(Date.parse(at(2)));
  });

  test("clocks that differ make nothing negative", () => {
    expect(spanOf(operation({ sentAt: at(9), settledAt: at(2) })).toMs).toBe(Date.parse(at(9)));
  });
});
