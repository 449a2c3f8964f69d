import { setImmediate, setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { type Operation, operationDetailSchema, operationListSchema } from "#lib/contract/operations/operation.ts";
import type { OperationKindName } from "#lib/operation-kinds/operation-kinds.ts";
import { outcomeSentence } from "#lib/operation-kinds/outcome-texts.ts";
import type { RoomModule } from "#server/bff/core/module.ts";
import type { AnyOperationKind } from "#server/bff/operations/operation-kind.ts";
import { type NewWrite, recordAndSend } from "#server/bff/operations/record-and-send.ts";
import type { Services } from "#server/bff/rooms.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

/** A kind from a newer version. No page has texts for it. */
const madeUp = "move-customer" as string as OperationKindName;
const customerID = "c1";
const isJob = (path: string) => path === "/jobs/j1";

describe.each(testDialects)("a kind of write that is defined only in one test file, on %s", (dialect) => {
  let world: WritingConsole;
  let clock: ReturnType<typeof createFakeClock>;
  let services: Services;
  /** The calls of the kind's functions, in order. */
  let asked: string[];
  /** True if reading the customer shows the effect. */
  let isInForce: boolean;

  /** The complete code of a third kind of operation. It sends a request that the real client supports. */
  const moving = (): AnyOperationKind => ({
    kind: madeUp,
    isDoneWithoutJob: true,
    suspendsPlannedChanges: false,
    async check() {
      asked.push("check");
      return { before: { plan: "essential" } };
    },
    async send({ client, call, afterWait, beforeSend }, { request }) {
      asked.push("send");
      const change = { plan: String(request.to) };
      const write = "PATCH /customers/{customerID}/contract";
      return { result: await client.write(write, { customerID }, { body: change, afterWait, beforeSend }, call) };
    },
    async reconcile(_context, { operationID }) {
      asked.push("reconcile");
      if (!isInForce) return { message: "It is not there yet.", customerIDs: [] };
      await services.store.operations.settle(operationID, ["unknown"], { state: "reconciled" }, clock.now());
      return "settled";
    },
    customerOfJob: (job) => job.customerID,
    async verify() {
      asked.push("verify");
      return { contract: { plan: "elsewhere" }, isInForce };
    },
  });

  /** A module with this kind, in the form that all modules of the server have. */
  const madeUpRoom = {
    name: "made-up",
    operationKinds: [
      (given: Services) => {
        services = given;
        return moving();
      },
    ],
  } satisfies RoomModule<AnyOperationKind>;

  beforeEach(async () => {
    asked = [];
    isInForce = false;
    clock = createFakeClock(Date.now());
    world = await startWritingConsole({
      clock,
      dialect,
      furtherRooms: [madeUpRoom],
    });
  });

  afterEach(() => world.close());

  /** From now on, the API answers the write with `write`, and each request for its job with `job()`. */
  function answer(write: { status: number; body?: unknown }, job: () => unknown = () => ({})): void {
    world.api.script(({ method, path }) => {
      if (method === "PATCH") return { effect: "no", answer: write };
      return isJob(path) ? { effect: "no", answer: { status: 200, body: job() } } : undefined;
    });
  }

  /** Waits for the work in progress, and moves the clock forward by a second. */
  async function pass(): Promise<void> {
    for (let turn = 0; turn < 40; turn += 1) await setImmediate();
    await clock.advance(1_000);
  }

  async function begin() {
    const staff = await services.store.staff.findByEmail("edith@test.example");
    if (!staff) throw new Error("Edith is not there");
    const record: NewWrite["record"] = (operation) => services.store.operations.record(operation);
    const signal = new AbortController().signal;
    const context = { services, environment: "sandbox", requestID: "r1", signal, session: { staff } } as const;
    const writing = recordAndSend(context, { kind: madeUp, request: { to: "elsewhere" }, record });
    let isOver = false;
    void writing.finally(() => {
      isOver = true;
    });
    // Short steps, with time for the database between them. A second for each step would use up the time limits of the
    // write's calls while a busy database answers.
    for (; !isOver; await clock.advance(20)) await setTimeout(1);
    return writing;
  }

  const get = async (path: string) =>
    (await world.console.send("GET", `/api/sandbox${path}`, { cookie: world.viewer })).json();

  async function shown(operationID: string): Promise<Operation> {
    return operationDetailSchema.parse(await get(`/operations/${operationID}`)).operation;
  }

  /** Moves the clock forward until `matches` returns true for the operation. Returns the operation. */
  async function once(operationID: string, matches: (operation: Operation) => boolean): Promise<Operation> {
    for (;;) {
      const operation = await shown(operationID);
      if (matches(operation)) return operation;
      await pass();
    }
  }

  test("the write is recorded, sent, followed to the end of its job, verified and shown", async () => {
    let status = "running";
    answer({ status: 202, body: { jobID: "j1" } }, () => ({ jobID: "j1", status, customerID }));
    const { operationID, state } = await begin();
    expect(state).toBe("accepted");
    expect(asked).toEqual(["check", "send", "verify"]);
    expect(await shown(operationID)).toMatchObject({
      kind: madeUp,
      request: { to: "elsewhere" },
      actor: { email: "edith@test.example" },
      outcome: "running",
      jobID: "j1",
      before: { plan: "essential" },
    });
    status = "done";
    isInForce = true;
    const ended = await once(operationID, ({ confirmedAt }) => confirmedAt !== undefined);
    expect(ended).toMatchObject({ outcome: "done", customerID, after: { plan: "elsewhere" } });
    expect(outcomeDetailOf(ended)).toBe("verified");

    const { operations } = operationListSchema.parse(await get("/operations?outcome=done"));
    expect(operations.map((one) => [one.operationID, one.kind])).toEqual([[operationID, madeUp]]);
    const listed = operationListSchema.parse(await get(`/operations?kind=${madeUp}&outcome=done`));
    expect(listed).toMatchObject({ total: 1, operations: [{ operationID, kind: madeUp, outcome: "done" }] });
    expect(await get(`/operations?kind=${madeUp}&outcome=failed`)).toMatchObject({ total: 0, operations: [] });
    expect(await get("/operations?kind=unheard-of")).toMatchObject({ status: 400, errors: [{ field: "kind" }] });
    const { hits } = lookupAnswerSchema.parse(await get(`/lookup?q=${operationID}`));
    expect(hits.find(({ kind }) => kind === "operation")).toMatchObject({ id: operationID, label: madeUp });
    expect(operationTitle(ended)).toBe(madeUp);
    expect(outcomeSentence("verified", madeUp)).toBe("Verified");
  });

  test("the write is done once verified, also in lists and counts, even if the API no longer knows its job", async () => {
    isInForce = true;
    let isGone = false;
    world.api.script(({ method, path }) => {
      if (method === "PATCH") return { effect: "no", answer: { status: 202, body: { jobID: "j1" } } };
      if (!isJob(path)) return undefined;
      const answer = isGone ? { status: 404 } : { status: 200, body: { jobID: "j1", status: "running", customerID } };
      return { effect: "no", answer };
    });
    const { operationID } = await begin();
    isGone = true;
    const ended = await once(operationID, ({ outcome }) => outcome !== "running");
    expect(outcomeDetailOf(ended)).toBe("verified");
    const { total, operations } = operationListSchema.parse(await get(`/operations?kind=${madeUp}&outcome=done`));
    expect([total, ...operations.map(({ outcome }) => outcome)]).toEqual([1, "done"]);
  });

  test("the write's own check finds it if its answer was lost", async () => {
    answer({ status: 503 });
    const { operationID, state } = await begin();
    expect(state).toBe("unknown");
    const looked = await once(operationID, ({ finding }) => finding !== undefined);
    expect(looked).toMatchObject({ state: "unknown", finding: { message: "It is not there yet." } });
    isInForce = true;
    // One read finds the result. A separate read then verifies the effect.
    expect(await once(operationID, ({ outcome }) => outcome === "done")).toMatchObject({ state: "reconciled" });
    expect(asked.filter((step) => step === "send")).toHaveLength(1);
  });
});
