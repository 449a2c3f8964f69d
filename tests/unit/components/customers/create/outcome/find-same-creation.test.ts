import { expect, test } from "vitest";
import { findSameCreation, isOperationOf } from "#components/customers/create/outcome/find-same-creation.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const request = { companyName: "Ahorn", plan: "p", adminUser: { email: "a@b.c", locale: "de" } };

const creation = (minutesAgo: number, changes: Partial<Operation> = {}): Operation => ({
  operationID: "o",
  kind: "create-customer",
  environment: "sandbox",
  state: "accepted",
  actor: { staffID: "s", email: "e@e.e" },
  request,
  createdAt: new Date(nowMs - minutesAgo * 60_000).toISOString(),
  outcome: "done",
  ...changes,
});

const job = (state: "running" | "failed" | "succeeded") => ({
  jobID: "j",
  job: { state, stateText: state, seenAt: "2026-11-20T12:00:00Z" },
});

test.each([
  ["done a short time ago", true, creation(9, job("succeeded"))],
  ["done long ago", false, creation(11, job("succeeded"))],
  ["running for a long time", true, creation(60, job("running"))],
  ["unknown for a long time", true, creation(60, { state: "unknown" })],
  ["failed a short time ago", false, creation(1, job("failed"))],
  ["refused a short time ago", false, creation(1, { state: "rejected" })],
  ["of other values", false, creation(1, { request: { ...request, plan: "q" } })],
] as const)("an operation counts as the same creation if it is %s: %s", (_what, isSame, operation) => {
  const body = { plan: "p", adminUser: { locale: "de", email: "a@b.c" }, usersCount: undefined, companyName: "Ahorn" };
  expect(findSameCreation([operation], body, nowMs) === operation).toBe(isSame);
});

test("a lost creation is recognised by its values and by the time when it was sent", () => {
  const sent = { body: request, at: new Date(nowMs).toISOString() };
  expect(isOperationOf(creation(0), sent)).toBe(true);
  expect(isOperationOf(creation(1), sent)).toBe(false);
  expect(isOperationOf(creation(0, { request: { ...request, plan: "q" } }), sent)).toBe(false);
});
