import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contract/errors.ts";
import { isFinished, jobStates } from "#lib/contract/job.ts";
import {
  type OperationJob,
  type OperationState,
  operationKinds,
  operationOutcomes,
  operationStates,
} from "#lib/contract/operation.ts";
import { type OperationPhase, outcomeOf, phaseOf } from "#lib/operation-outcome.ts";
import { problemOf } from "#server/bff/core/problem.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import {
  type NewOperation,
  type OperationKind,
  rowOfOperation,
  type StoredOperation,
} from "#server/bff/store/operations/operation-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { testDialects } from "#tests/fixtures/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const actor = { staffID: "edith", email: "edith@test.example" };
const seenAt = new Date(nowMs).toISOString();

interface Case {
  kind: OperationKind;
  state: OperationState;
  jobID: string | undefined;
  job: OperationJob | undefined;
  confirmedAt: number | undefined;
  upstreamStatus: number | undefined;
}

// What an API may call a state, and what no Postgres would look into.
const stateText = '\u0000 \ud800 "vanished":true,{"state":"failed",';

const jobs: readonly (OperationJob | undefined)[] = [
  undefined,
  ...jobStates.map((state) => ({
    ...{ state, stateText, seenAt },
    ...(isFinished(state) ? { finishedAt: seenAt } : {}),
  })),
  ...(["queued", "running", "unknown"] as const).map((state) => ({
    ...{ state, stateText, seenAt },
    vanished: true as const,
  })),
];

/** Every way in which a write can stand. */
const cases: readonly Case[] = operationKinds.flatMap((kind) =>
  operationStates.flatMap((state) =>
    [undefined, "job"].flatMap((jobID) =>
      jobs.flatMap((job) =>
        (job ? [undefined] : [undefined, nowMs]).flatMap((confirmedAt) =>
          (state === "rejected" ? [undefined, 422] : [undefined]).map((upstreamStatus) => ({
            ...{ kind, state, jobID, job, confirmedAt, upstreamStatus },
          })),
        ),
      ),
    ),
  ),
);

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

/** Asks for each outcome, and gives the phases that were met. */
async function expectAgreement(store: ConsoleStore, kept: readonly StoredOperation[]) {
  const phases = new Map(kept.map((stored) => [stored.operationID, phaseOf(operationView(stored))]));
  for (const outcome of operationOutcomes) {
    const expected = [...phases].filter(([, phase]) => outcomeOf(phase) === outcome).map(([id]) => id);
    expect(await idsOf(store, { outcomes: [outcome] })).toEqual(expected.sort());
  }
  expect(await idsOf(store, { outcomes: operationOutcomes })).toEqual([...phases.keys()].sort());
  return new Set(phases.values());
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

  async function keep({ kind, state, jobID, job, confirmedAt, upstreamStatus }: Case): Promise<StoredOperation> {
    const { operations, follows } = store;
    const operationID = randomUUID();
    await operations.record({ ...newOperation(operationID), kind });
    if (state === "sent") await operations.markSent(operationID, { dueAt: nowMs }, nowMs);
    else if (state !== "recorded") {
      const error = new AppError("upstream_failed", "No.", upstreamStatus === undefined ? {} : { upstreamStatus });
      const problem = problemOf(error, "request");
      await operations.settle(operationID, ["recorded"], { state, jobID, confirmedAt, problem }, nowMs);
    }
    const finishedAt = job && isFinished(job.state) ? nowMs : undefined;
    if (job) await follows.keep(operationID, { job, finishedAt, dueAt: null });
    const kept = await operations.find("sandbox", operationID);
    if (!kept) throw new Error("not kept");
    return kept;
  }

  test("the filter lets through what a person sees as such, however a write stands", async () => {
    const phases = await expectAgreement(store, await Promise.all(cases.map(keep)));
    const every: Record<OperationPhase, true> = {
      ...{ recorded: true, sent: true, running: true, unknown: true, succeeded: true, confirmed: true },
      ...{ accepted: true, found: true, failed: true, cancelled: true, refused: true, "not-sent": true },
      vanished: true,
    };
    expect([...phases].sort()).toEqual(Object.keys(every).sort());
  });

  test("it goes together with the other filters, and changes with the write", async () => {
    const refused = await keep({ ...(cases[0] as Case), state: "rejected", upstreamStatus: 422 });
    const running = await keep({ ...(cases[0] as Case), state: "accepted", jobID: "job" });
    expect(await idsOf(store, { outcomes: ["needs-look"], states: ["accepted"] })).toEqual([]);
    const job: OperationJob = { state: "failed", stateText: "failed", seenAt, finishedAt: seenAt };
    await store.follows.keep(running.operationID, { job, finishedAt: nowMs, dueAt: null });
    expect(await idsOf(store, { outcomes: ["needs-look"], states: ["accepted"] })).toEqual([running.operationID]);
    expect(await idsOf(store, { outcomes: ["needs-look"] })).toEqual([refused.operationID, running.operationID].sort());
    expect(await idsOf(store, { outcomes: ["needs-look"], staffID: "another" })).toEqual([]);
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
        for (const [index, job] of jobs.entries()) {
          const { jobState: _, ...row } = rowOfOperation(newOperation(`operation ${index}`));
          const kept = { state: "accepted", jobID: "job", job: job ? JSON.stringify(job) : null };
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
      expect(all.total).toBe(jobs.length);
      await expectAgreement(store, all.operations);
    });
  },
);
