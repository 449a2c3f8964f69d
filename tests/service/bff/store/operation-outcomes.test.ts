import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contract/app-error.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { OperationJob } from "#lib/contract/operation.ts";
import {
  attentionOutcomes,
  operationOutcomes,
  outcomeDetailOf,
  outcomeDetails,
  outcomeOfDetail,
} from "#lib/contract/operation-outcome.ts";
import { problemOf } from "#server/bff/core/problem.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import {
  type NewOperation,
  rowOfOperation,
  type StoredOperation,
} from "#server/bff/store/operations/operation-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { type RecordedCase, recordedWrites, rejections, seenJobs } from "#tests/fixtures/recorded-writes.ts";
import { testDialects } from "#tests/fixtures/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const actor = { staffID: "edith", email: "edith@test.example" };
const seenAt = new Date(nowMs).toISOString();

const isTaken = ({ state }: RecordedCase) => state === "accepted" || state === "reconciled";

/** What the store's own ways lead to: a write that was not accepted has no job that could be confirmed. */
const cases: readonly RecordedCase[] = recordedWrites.filter((one) => {
  const { state, isSent, job, isConfirmed, jobID } = one;
  if (isTaken(one)) return isSent === true;
  const isPlain = jobID === undefined && isConfirmed === undefined && (job === undefined || job.state === "failed");
  return isPlain && (state === "recorded" ? isSent === undefined : state === "rejected" || isSent === true);
});

const newOperation = (operationID: string): NewOperation => ({
  ...{ operationID, kind: "create-customer", environment: "sandbox", actor },
  ...{ request: {}, idempotencyKey: null, bodyHash: "hash", matchKey: null, customerID: null },
  ...{ createdAt: nowMs, dueAt: nowMs },
});

async function idsOf(store: ConsoleStore, filter: object): Promise<string[]> {
  const page = { limit: cases.length, offset: 0 };
  const { operations, total } = await store.operations.list({ environment: "sandbox", ...filter }, page);
  expect(total).toBe(operations.length);
  return operations.map(({ operationID }) => operationID).sort();
}

/** Asks for each outcome, and gives the details that were met. */
async function expectAgreement(store: ConsoleStore, kept: readonly StoredOperation[]) {
  const details = new Map(kept.map((stored) => [stored.operationID, outcomeDetailOf(operationView(stored))]));
  for (const outcome of operationOutcomes) {
    const expected = [...details].filter(([, detail]) => outcomeOfDetail[detail] === outcome).map(([id]) => id);
    expect(await idsOf(store, { outcomes: [outcome] }), outcome).toEqual(expected.sort());
  }
  expect(await idsOf(store, { outcomes: operationOutcomes })).toEqual([...details.keys()].sort());
  // The same read of the columns alone.
  expect(new Map(await store.operations.outcomesOf("sandbox", [...details.keys()]))).toEqual(details);
  return new Set(details.values());
}

describe.each(testDialects.map((dialect) => ({ dialect })))("outcomes in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    async open(url) {
      store = await openStore(url);
      const person = { ...actor, name: "Edith", role: "editor", passwordHash: null } as const;
      await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
    },
    close: () => store.close(),
  });

  async function keep(one: RecordedCase, customerID: string | null = null): Promise<StoredOperation> {
    const { kind, state, problem, isSent, jobID, job, isConfirmed } = one;
    const { operations, follows } = store;
    const operationID = randomUUID();
    await operations.record({ ...newOperation(operationID), kind, customerID });
    if (isSent) await operations.markSent(operationID, { dueAt: nowMs }, nowMs);
    if (state !== "recorded" && state !== "sent") {
      const { code, ...options } = problem ?? { code: "outcome_unknown" as const };
      const kept = problemOf(new AppError(code, 'No. "code":"upstream_refused"', options), "request");
      const confirmedAt = isConfirmed ? nowMs : undefined;
      await operations.settle(operationID, ["recorded", "sent"], { state, jobID, confirmedAt, problem: kept }, nowMs);
    }
    const finishedAt = job && isFinished(job.state) ? nowMs : undefined;
    if (job) await follows.keep(operationID, { job, finishedAt, dueAt: null });
    const kept = await operations.find("sandbox", operationID);
    if (!kept) throw new Error("not kept");
    return kept;
  }

  test("the filter lets through what a person sees as such, however a write stands", async () => {
    const details = await expectAgreement(store, await Promise.all(cases.map((one) => keep(one))));
    expect([...details].sort()).toEqual([...outcomeDetails].sort());
  });

  test("it goes together with the other filters, and changes with the write", async () => {
    const write = {
      kind: "create-customer",
      isSent: true,
      jobID: undefined,
      job: undefined,
      isConfirmed: undefined,
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

  test("a customer's creation is found with how it stands, and none of its other writes", async () => {
    const creation = {
      kind: "create-customer",
      isSent: true,
      jobID: "job",
      job: undefined,
      isConfirmed: undefined,
    } as const;
    const running = await keep({ ...creation, state: "accepted", problem: undefined }, "c1");
    await keep({ ...creation, state: "rejected", problem: { code: "upstream_unreachable" } }, "c1");
    await keep({ ...creation, kind: "change-contract", state: "accepted", problem: undefined }, "c2");
    expect(await store.operations.creationsOf("sandbox", ["c1", "c2", "c3"])).toEqual([
      { operationID: running.operationID, customerID: "c1", jobID: "job", detail: "running" },
    ]);
    expect(await store.operations.creationsOf("production", ["c1"])).toEqual([]);
    expect(await store.operations.creationsOf("sandbox", [])).toEqual([]);
  });
});

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "a store from before outcomes on $dialect",
  ({ dialect }) => {
    let store: ConsoleStore;
    useTestDatabase(dialect, {
      async open(url) {
        const older = await openDatabase<ConsoleSchema>(url);
        const steps = migrations.findIndex(({ name }) => name === "0080_operation_outcomes");
        await migrate(older, migrations.slice(0, steps));
        const person = { ...actor, name: "Edith", role: "editor", passwordHash: null, disabledAt: null } as const;
        await older.db
          .insertInto("staff")
          .values({ ...person, environments: "[]", createdAt: nowMs })
          .execute();
        const taken = seenJobs.map((job) => ({
          ...{ state: "accepted", jobID: "job", job: job ? JSON.stringify(job) : null },
        }));
        const rejected = rejections.flatMap(({ code, ...options }) =>
          [null, nowMs].map((sentAt) => {
            const problem = problemOf(new AppError(code, 'No. "code":"upstream_refused"', options), "request");
            return { state: "rejected", problem: JSON.stringify(problem), sentAt };
          }),
        );
        for (const [index, kept] of [...taken, ...rejected].entries()) {
          const { jobState: _, rejectedBy: __, ...row } = rowOfOperation(newOperation(`operation ${index}`));
          await sql`insert into "operations" (${sql.join(Object.keys({ ...row, ...kept }).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values({ ...row, ...kept }))})`.execute(older.db);
        }
        await older.close();
        store = await openStore(url);
      },
      close: () => store.close(),
    });

    test("knows the outcome of what it holds", async () => {
      const page = { limit: 100, offset: 0 };
      const all = await store.operations.list({ environment: "sandbox" }, page);
      expect(all.total).toBe(seenJobs.length + 2 * rejections.length);
      await expectAgreement(store, all.operations);
    });
  },
);
