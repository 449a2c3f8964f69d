import { expect, test } from "vitest";
import { rereadMs } from "#components/operations/use-rereading.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJobs } from "#lib/live-jobs/use-live-jobs.ts";

test("a list is read again soon after a shown job has ended, and regularly while a request runs, but not otherwise", () => {
  const operation = (given: Partial<Operation>) =>
    ({ operationID: "o", kind: "create-customer", state: "accepted", outcome: "running", ...given }) as Operation;
  const jobs = (state: string) =>
    new Map([["j", { job: { jobID: "j", state, stateText: "", steps: [], raw: {} }, asOf: "", isGone: false }]]);
  const read = (one: Operation, live: unknown = new Map()) => rereadMs({ operations: [one] }, live as LiveJobs["jobs"]);
  expect(read(operation({ jobID: "j" }), jobs("running"))).toBeUndefined();
  expect(read(operation({ jobID: "j" }), jobs("succeeded"))).toBe(3_000);
  expect(read(operation({ state: "sent" }))).toBe(5_000);
  expect(read(operation({ outcome: "done" }))).toBeUndefined();
});
