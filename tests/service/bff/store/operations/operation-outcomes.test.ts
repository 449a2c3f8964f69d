import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  attentionOutcomes,
  operationOutcomes,
  outcomeDetailOf,
  outcomeDetails,
  outcomeOfDetail,
} from "#lib/contract/operation-outcome.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { type RecordedCase, recordedWrites } from "#tests/fixtures/creations/recorded-writes.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const actor = { staffID: "edith", email: "edith@test.example" };
const seenAt = new Date(nowMs).toISOString();

const isTaken = ({ state }: RecordedCase) => state === "accepted" || state === "reconciled";

/** Only cases that the store's own functions can create. For example, a write that was not accepted has no job. */
const cases: readonly RecordedCase[] = recordedWrites.filter((one) => {
  const { verifiesEffect, state, isSent, job, isConfirmed, jobID, effect } = one;
  const isOver = job === undefined ? jobID === undefined : job.state === "succeeded" || job.vanished === true;
  if (isTaken(one)) return isSent === true && (effect !== undefined) === (verifiesEffect && !isConfirmed && isOver);
  const isPlain = jobID === undefined && isConfirmed === undefined && (job === undefined || job.state === "failed");
  return isPlain && (state === "recorded" ? isSent === undefined : state === "rejected" || isSent === true);
});

const newOperation = (operationID: string): NewOperation => ({
  operationID,
  kind: "create-customer",
  environment: "sandbox",
  actor,
  request: {},
  idempotencyKey: null,
  bodyHash: "hash",
  matchKey: null,
  customerID: null,
  createdAt: nowMs,
  dueAt: nowMs,
});

async function idsOf(store: ConsoleStore, filter: object): Promise<string[]> {
  const page = { limit: cases.length, offset: 0 };
  const { operations, total } = await store.operations.list({ environment: "sandbox", ...filter }, page);
  expect(total).toBe(operations.length);
  return operations.map(({ operationID }) => operationID).sort();
}

/** Checks that the list of each outcome contains the right operations. Returns the outcome details that occurred. */
async function expectAgreement(store: ConsoleStore, kept: readonly StoredOperation[]) {
  const details = new Map(kept.map((stored) => [stored.operationID, outcomeDetailOf(operationView(stored))]));
  for (const outcome of operationOutcomes) {
    const expected = [...details].filter(([, detail]) => outcomeOfDetail[detail] === outcome).map(([id]) => id);
    expect(await idsOf(store, { outcomes: [outcome] }), outcome).toEqual(expected.sort());
  }
  expect(await idsOf(store, { outcomes: operationOutcomes })).toEqual([...details.keys()].sort());
  // The outcome that is computed from the columns alone must be the same.
  expect(new Map(await store.operations.outcomesOf("sandbox", [...details.keys()]))).toEqual(details);
  return new Set(details.values());
}

describe.each(testDialects.map((dialect) => ({ dialect })))("outcomes in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, async (opened) => {
    store = opened;
    const person = { ...actor, name: "Edith", role: "editor", passwordHash: null } as const;
    await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
  });

  async function keep(one: RecordedCase, customerID: string | null = null): Promise<StoredOperation> {
    const { verifiesEffect, state, problem, isSent, jobID, job, isConfirmed, effect } = one;
    const { operations, follows, effects } = store;
    const operationID = randomUUID();
    const createsCustomer = !verifiesEffect;
    await operations.record({ ...newOperation(operationID), verifiesEffect, createsCustomer, customerID });
    if (isSent) await operations.markSent(operationID, { dueAt: nowMs }, nowMs);
    if (state !== "recorded" && state !== "sent") {
      const { code, ...options } = problem ?? { code: "outcome_unknown" as const };
      const kept = problemOf(new AppError(code, 'No. "code":"upstream_refused"', options), "request");
      const confirmedAt = isConfirmed ? nowMs : undefined;
      await operations.settle(operationID, ["recorded", "sent"], { state, jobID, confirmedAt, problem: kept }, nowMs);
    }
    const finishedAt = job && isFinished(job.state) ? nowMs : undefined;
    if (job) await follows.keep(operationID, { job, finishedAt, dueAt: null });
    if (effect === "not-seen" || effect === "superseded") await effects.end(operationID, effect, undefined, nowMs);
    const kept = await operations.find("sandbox", operationID);
    if (!kept) throw new Error("not kept");
    expect(kept.effect ?? undefined, JSON.stringify(one)).toBe(effect);
    return kept;
  }

  test("the filter matches the outcome that is shown, for every state of a write", async () => {
    const kept: StoredOperation[] = [];
    // The writes are stored one after another, because each write needs the lock of the audit log.
    for (const one of cases) kept.push(await keep(one));
    const details = await expectAgreement(store, kept);
    expect([...details].sort()).toEqual([...outcomeDetails].sort());
  });

  test("the outcome can be combined with the other filters, and follows the write", async () => {
    const write = {
      verifiesEffect: false,
      isSent: true,
      jobID: undefined,
      job: undefined,
      isConfirmed: undefined,
      effect: undefined,
    } as const;
    const refused = await keep({
      ...write,
      state: "rejected",
      problem: { code: "upstream_refused", upstreamStatus: 422 },
    });
    const running = await keep({ ...write, state: "accepted", problem: undefined, jobID: "job" });
    expect(await idsOf(store, { outcomes: attentionOutcomes, states: ["accepted"] })).toEqual([]);
    const job: OperationJob = { state: "failed", stateText: "failed", seenAt, finishedAt: seenAt };
    await store.follows.keep(running.operationID, { job, finishedAt: nowMs, dueAt: null });
    expect(await idsOf(store, { outcomes: attentionOutcomes, states: ["accepted"] })).toEqual([running.operationID]);
    const both = [refused.operationID, running.operationID].sort();
    expect(await idsOf(store, { outcomes: attentionOutcomes })).toEqual(both);
    expect(await idsOf(store, { outcomes: attentionOutcomes, staffID: "another" })).toEqual([]);
  });

  test("a customer's creation is found by its outcome, and the customer's other writes are not", async () => {
    const creation = {
      verifiesEffect: false,
      isSent: true,
      jobID: "job",
      job: undefined,
      isConfirmed: undefined,
      effect: undefined,
    } as const;
    const running = await keep({ ...creation, state: "accepted", problem: undefined }, "c1");
    await keep({ ...creation, state: "rejected", problem: { code: "upstream_unreachable" } }, "c1");
    await keep({ ...creation, verifiesEffect: true, state: "accepted", problem: undefined }, "c2");
    expect(await store.operations.creationsOf("sandbox", ["c1", "c2", "c3"])).toEqual([
      { operationID: running.operationID, customerID: "c1", jobID: "job", detail: "running" },
    ]);
    expect(await store.operations.creationsOf("production", ["c1"])).toEqual([]);
    expect(await store.operations.creationsOf("sandbox", [])).toEqual([]);
  });
});
