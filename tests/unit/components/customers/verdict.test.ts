import { expect, test } from "vitest";
import { verdictOf } from "#components/customers/contract/verdict.ts";
import type { Operation } from "#lib/contract/operation.ts";

const base = { request: { plan: "professional" }, state: "accepted" } as unknown as Operation;
const at = "2026-11-21T08:00:00.000Z";
const there = { plan: "professional" };
const before = { plan: "essential" };

test.each([
  ["confirmed", { operation: { ...base, confirmedAt: at }, job: undefined, contract: before }],
  ["confirmed", { operation: base, job: undefined, contract: there }],
  ["unseen", { operation: base, job: undefined, contract: before }],
  ["unseen", { operation: base, job: undefined, contract: undefined }],
  ["running", { operation: { ...base, jobID: "j" }, job: undefined, contract: there }],
  ["running", { operation: { ...base, jobID: "j", confirmedAt: at }, job: "unknown", contract: there }],
  ["jobDone", { operation: { ...base, jobID: "j" }, job: "succeeded", contract: there }],
  ["jobDoneUnseen", { operation: { ...base, jobID: "j" }, job: "succeeded", contract: before }],
  ["jobFailed", { operation: { ...base, jobID: "j" }, job: "failed", contract: there }],
  ["jobFailed", { operation: { ...base, jobID: "j" }, job: "cancelled", contract: before }],
  ["jobGone", { operation: { ...base, jobID: "j" }, job: "vanished", contract: there }],
  ["reconciled", { operation: { ...base, state: "reconciled" }, job: undefined, contract: before }],
  ["unknown", { operation: { ...base, state: "unknown" }, job: undefined, contract: there }],
  ["rejected", { operation: { ...base, state: "rejected" }, job: undefined, contract: there }],
  ["waiting", { operation: { ...base, state: "sent" }, job: undefined, contract: there }],
] as const)("%s", (verdict, known) => {
  expect(verdictOf(known as Parameters<typeof verdictOf>[0])).toBe(verdict);
});
