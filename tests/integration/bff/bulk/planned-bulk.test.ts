import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Bulk, type BulkRow, bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { type PlannedChange, plannedAnswerSchema, plannedListSchema } from "#lib/contract/operations/planned.ts";
import { maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

const codeOf = async (response: Response) => [response.status, (await response.json()).code];
const ids = (customers: readonly { customerID: string }[]) => customers.map(({ customerID }) => customerID);
const states = (rows: readonly BulkRow[]) => rows.map(({ state }) => state);

describe.each(testDialects.map((dialect) => ({ dialect })))("a planned bulk change on $dialect", ({ dialect }) => {
  let approvalConsole: ApprovalConsole;
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    approvalConsole = await startApprovalConsole({
      dialect,
      clock: createFastClock(20, 1),
      openStore: (url, given) => openStore(url, { ...given, aheadMs: () => aheadMs }),
    });
  });

  afterEach(() => approvalConsole.close());

  const ahead = (ms: number) => new Date(Date.now() + aheadMs + ms).toISOString();
  const start = (customerIDs: readonly string[], given: object = {}, cookie = approvalConsole.editor) => {
    const source = { kind: "ids", customerIDs };
    return approvalConsole.post(
      { change: { plan: "professional" }, source, at: ahead(10 * minuteMs), ...given },
      cookie,
    );
  };
  async function checkedFrom(answer: Response): Promise<Bulk> {
    const { bulkID } = bulkAnswerSchema.parse(await answer.json()).bulk;
    return (await approvalConsole.untilIt(bulkID, ({ bulk }) => bulk.state !== "checking")).bulk;
  }
  const checked = async (...given: Parameters<typeof start>) => checkedFrom(await start(...given));
  async function list(): Promise<PlannedChange[]> {
    const answer = await approvalConsole.console.send("GET", "/api/sandbox/planned?limit=100", {
      cookie: approvalConsole.viewer,
    });
    return plannedListSchema.parse(await answer.json()).planned;
  }
  async function read(plannedChangeID = ""): Promise<PlannedChange> {
    const path = `/api/sandbox/planned/${plannedChangeID}`;
    return plannedAnswerSchema.parse(
      await (await approvalConsole.console.send("GET", path, { cookie: approvalConsole.viewer })).json(),
    ).plannedChange;
  }
  async function until(plannedChangeID: string | undefined, state: PlannedChange["state"]): Promise<void> {
    while ((await read(plannedChangeID)).state !== state) await setTimeout(25);
  }
  const planOne = (customerID: string, cookie = approvalConsole.editor) =>
    approvalConsole.console.send("POST", "/api/sandbox/planned", {
      body: {
        customerID,
        change: { plan: "professional" },
        at: ahead(10 * minuteMs),
        expected: { plan: "essential", term: "monthly" },
      },
      cookie,
    });

  test("a planned bulk change plans one customer first, then the rest, and each change runs at its time", async () => {
    const customers = approvalConsole.addCustomers(3);
    const { bulkID, ...bulk } = await checked(ids(customers), { console: { ticket: "OPS-7", reason: "New prices" } });
    expect(bulk).toMatchObject({ state: "checked", at: { zone: "UTC" }, counts: { ready: 3 } });
    expect(bulk.until).toBeUndefined();
    await approvalConsole.step(bulkID, "resume");
    const first = await approvalConsole.until(bulkID, "first-done");
    expect(states(first.rows)).toEqual(["planned", "ready", "ready"]);
    expect(await list()).toHaveLength(1);
    await approvalConsole.step(bulkID, "resume");
    const { rows } = await approvalConsole.until(bulkID, "finished");
    expect(states(rows)).toEqual(["planned", "planned", "planned"]);
    expect(approvalConsole.patches()).toBe(0);
    for (const [index, { plannedChangeID }] of rows.entries()) {
      expect(await read(plannedChangeID)).toMatchObject({
        state: "scheduled",
        customerID: customers[index]?.customerID,
        change: { plan: "professional" },
        expected: { plan: "essential", term: "monthly" },
        responsible: { email: "edith@test.example" },
        ticket: "OPS-7",
        reason: "New prices",
      });
    }
    const results = await approvalConsole.console.send("GET", `/api/sandbox/bulk/${bulkID}/receipts`, {
      cookie: approvalConsole.viewer,
    });
    const lines = (await results.text()).trim().split(/\r?\n/);
    expect(lines[0]?.split(",")).toContain("plannedChangeID");
    expect(
      lines.slice(1).map((line) => rows.filter((row) => line.includes(row.plannedChangeID ?? "?")).length),
    ).toEqual([1, 1, 1]);
    aheadMs += 11 * minuteMs;
    for (const { plannedChangeID } of rows) await until(plannedChangeID, "done");
    expect(approvalConsole.patches()).toBe(3);
  });

  if (!ruleDialects.includes(dialect)) return;

  test("a planned bulk change can plan temporary changes with an end, in the chosen zone", async () => {
    const day = new Date(Date.now() + 3 * 24 * 60 * minuteMs).toISOString().slice(0, 10);
    const [at, end] = ["10:00", "11:30"].map((time) => ({ local: `${day}T${time}`, zone: "Asia/Tokyo" }));
    const customers = [...approvalConsole.addCustomers(2), ...approvalConsole.addCustomers(1, { plan: "essential" })];
    const { bulkID, ...bulk } = await checked(ids(customers), { change: { term: "12-months" }, at, until: end });
    expect(bulk.at).toMatchObject({ local: `${day}T10:00`, zone: "Asia/Tokyo", offset: "+09:00" });
    const { rows } = await approvalConsole.ran(bulkID);
    expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
      ["planned", undefined],
      ["planned", undefined],
      ["failed", expect.stringContaining("has no value now that the end could bring back")],
    ]);
    expect(await read(rows[0]?.plannedChangeID)).toMatchObject({
      at: `${day}T01:00:00.000Z`,
      until: `${day}T02:30:00.000Z`,
      steps: [{ kind: "apply" }, { kind: "revert" }],
    });
  });

  test("customers with a planned change or with the value already are skipped, and each refusal is recorded with its reason", async () => {
    const customers = approvalConsole.addCustomers(6);
    const [, planned, same, moved, taken, gone] = customers;
    await planOne(planned?.customerID ?? "");
    if (same) same.contract.plan = "professional";
    const { bulkID } = await checked(ids(customers));
    const before = await approvalConsole.read(bulkID);
    expect(states(before.rows)).toEqual(["ready", "has-planned", "same", "ready", "ready", "ready"]);
    await approvalConsole.step(bulkID, "resume");
    await approvalConsole.until(bulkID, "first-done");
    if (moved) moved.contract.plan = "enterprise";
    await planOne(taken?.customerID ?? "", approvalConsole.emil);
    if (gone) approvalConsole.api.customers.splice(approvalConsole.api.customers.indexOf(gone), 1);
    await approvalConsole.step(bulkID, "resume");
    const { rows, bulk } = await approvalConsole.until(bulkID, "finished");
    expect(states(rows)).toEqual(["planned", "has-planned", "same", "conflict", "failed", "failed"]);
    expect(rows.map(({ reason }) => reason)).toEqual([
      undefined,
      expect.stringContaining("has an open planned change"),
      undefined,
      expect.stringContaining("enterprise"),
      expect.stringContaining("has an open planned change"),
      expect.any(String),
    ]);
    expect(bulk.counts).toMatchObject({ planned: 1, "has-planned": 1, failed: 2, conflict: 1 });

    // A repeated bulk change has the same planned time as the original.
    const again = await checkedFrom(await approvalConsole.post({ source: { kind: "again", bulkID } }));
    expect(again).toMatchObject({ at: bulk.at, source: { given: 4, ofBulkID: bulkID } });
  });

  test.each([
    ["a time in the past", { at: "2020-01-01T00:00:00Z" }, [400, "invalid_request"]],
    ["an end without a time", { at: undefined, until: "2099-01-01T00:00:00Z" }, [400, "invalid_request"]],
    [
      "all matching customers",
      { source: { kind: "matching", filters: { datefrom: "2020-01-01", includeDeleted: false }, total: 1 } },
      [400, "invalid_request"],
    ],
  ])("a planned bulk change with %s is refused", async (_what, given, refusal) => {
    expect(await codeOf(await start(ids(approvalConsole.addCustomers(1)), given))).toEqual(refusal);
  });

  test("a planned bulk change above the person's limit is refused, and it pauses when the limit is reached", async () => {
    const many = approvalConsole.addCustomers(maxOpenPlannedOfPerson + 1);
    expect(await codeOf(await start(ids(many)))).toEqual([409, "too_many_planned"]);
    for (const { customerID } of many.slice(0, maxOpenPlannedOfPerson - 1)) {
      expect((await planOne(customerID)).status).toBe(201);
    }
    const { bulkID } = await checked(ids(many.slice(-2)));
    await approvalConsole.step(bulkID, "resume");
    const first = await approvalConsole.until(bulkID, "first-done");
    expect(states(first.rows)).toEqual(["planned", "ready"]);
    await approvalConsole.step(bulkID, "resume");
    const { bulk, rows } = await approvalConsole.until(bulkID, "paused");
    expect(bulk.reason).toMatchObject({ code: "too_many_planned" });
    expect(states(rows)).toEqual(["planned", "ready"]);
    // When a planned change is cancelled, the bulk change can continue where it stopped.
    await approvalConsole.console.send("POST", `/api/sandbox/planned/${rows[0]?.plannedChangeID}/cancel`, {
      cookie: approvalConsole.editor,
    });
    await approvalConsole.step(bulkID, "resume");
    const finished = await approvalConsole.until(bulkID, "finished");
    expect(states(finished.rows)).toEqual(["planned", "planned"]);
  });

  test("the approval of a planned bulk change covers its planned changes while the approver may approve", async () => {
    await approvalConsole.setRules({ plannedChanges: true });
    const { bulkID } = await checked(ids(approvalConsole.addCustomers(2)));
    expect(await codeOf(await approvalConsole.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    const subject = { kind: "bulk", bulkID, customerID: undefined, change: undefined, expected: undefined };
    const approval = await approvalConsole.requested(subject);
    expect(approval).toMatchObject({ why: ["planned-changes"], rows: 2 });
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, approvalConsole.editor))).toEqual([
      403,
      "other_person_required",
    ]);
    expect((await approvalConsole.decide(approval, "approve")).status).toBe(200);
    const { rows } = await approvalConsole.ran(bulkID);
    const made = await Promise.all(rows.map(({ plannedChangeID }) => read(plannedChangeID)));
    expect(made).toMatchObject([
      { state: "scheduled", approval: { approvalID: approval.approvalID, state: "approved" } },
      { state: "scheduled", approval: { approvalID: approval.approvalID, state: "approved" } },
    ]);
    // Rescheduling needs a separate approval.
    const path = `/api/sandbox/planned/${made[0]?.plannedChangeID}/reschedule`;
    const body = { digest: made[0]?.digest, at: ahead(20 * minuteMs) };
    const edited = await approvalConsole.console.send("POST", path, { body, cookie: approvalConsole.editor });
    expect(plannedAnswerSchema.parse(await edited.json()).plannedChange).toMatchObject({ state: "awaiting-approval" });
    // If the approver loses the permission to approve, the remaining changes are suspended.
    const staff = await approvalConsole.console.send("GET", "/api/staff?limit=100", { cookie: approvalConsole.ada });
    const emil = ((await staff.json()) as { staff: { staffID: string; email: string }[] }).staff.find(
      ({ email }) => email === "emil@test.example",
    );
    await approvalConsole.console.send("PATCH", `/api/staff/${emil?.staffID}`, {
      body: { state: "disabled" },
      cookie: approvalConsole.ada,
    });
    expect(await read(made[1]?.plannedChangeID)).toMatchObject({
      state: "suspended",
      stateReason: { code: "right-lost" },
    });
    expect(approvalConsole.patches()).toBe(0);
  });
});
