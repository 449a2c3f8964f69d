import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { approvalDetailSchema } from "#lib/contract/operations/approval.ts";
import { bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

const codeOf = async (response: Response) => [response.status, (await response.json()).code];

describe.each(testDialects.map((dialect) => ({ dialect })))("a bulk change on $dialect", ({ dialect }) => {
  let it: ApprovalConsole;
  /** The operation of a row is recorded only after this promise resolves. */
  let recorded: Promise<void>;

  beforeEach(async () => {
    recorded = Promise.resolve();
    it = await startApprovalConsole({
      dialect,
      // Fast, because the console reads its attention list again only after some seconds.
      clock: createFastClock(10, 1),
      async openStore(...given) {
        const store = await openStore(...given);
        const { recordChange } = store.operations;
        const operations = {
          ...store.operations,
          recordChange: (...change: Parameters<typeof recordChange>) => recorded.then(() => recordChange(...change)),
        };
        return { ...store, operations };
      },
    });
  });

  afterEach(() => it.close());

  const someIDs = (count: number) => it.addCustomers(count).map(({ customerID }) => customerID);
  const requestFor = (bulkID: string) => ({
    kind: "bulk",
    bulkID,
    customerID: undefined,
    change: undefined,
    expected: undefined,
  });

  test("of so many rows starts only after another person approved exactly these rows", async () => {
    await it.setRules({ bulkRows: 3 });
    const small = await it.checked(someIDs(2));
    expect((await it.step(small.bulkID, "resume")).status).toBe(200);
    await it.until(small.bulkID, "first-done");
    const { bulkID } = await it.checked(someIDs(3));
    expect(await codeOf(await it.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    const approval = await it.requested(requestFor(bulkID));
    expect(approval).toMatchObject({
      kind: "bulk",
      subjectID: bulkID,
      rows: 3,
      why: ["bulk-rows"],
      title: "Bulk change of 3 customers",
      change: { plan: "professional" },
      href: `/sandbox/bulk/${bulkID}`,
    });
    expect(await codeOf(await it.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    expect(await codeOf(await it.decide(approval, "approve", {}, it.editor))).toEqual([403, "other_person_required"]);
    expect((await it.decide(approval, "approve")).status).toBe(200);
    // The person who approved the bulk change may not run it.
    expect(await codeOf(await it.step(bulkID, "resume", undefined, it.emil))).toEqual([403, "other_person_required"]);
    const { rows } = await it.ran(bulkID);
    expect(rows.every(({ state }) => state === "changed")).toBe(true);
  });

  test("says before the first click that it needs a second person, and is listed under Attention once, with its reason", async () => {
    await it.setRules({ bulkRows: 3 });
    const { bulkID } = await it.checked(someIDs(3));
    const path = `/api/sandbox/bulk/${bulkID}`;
    const read = async (cookie = it.editor) =>
      bulkDetailSchema.parse(await (await it.console.send("GET", path, { cookie })).json()).approval;
    const waiting = async () => {
      const answer = await it.console.send("GET", "/api/attention?environment=sandbox", { cookie: it.editor });
      return attentionListSchema.parse(await answer.json()).items.map(({ kind, state }) => [kind, state]);
    };
    expect(await read()).toEqual({ why: ["bulk-rows"] });
    expect(await read(it.viewer)).toBeUndefined();
    expect(await waiting()).toEqual([["bulk-waiting", "approval-needed"]]);
    const approval = await it.requested(requestFor(bulkID));
    expect(await read()).toMatchObject({
      latest: { approvalID: approval.approvalID, state: "waiting", isCurrent: true },
    });
    await expect.poll(waiting).toEqual([["approval", "waiting"]]);
    await it.decide(approval, "approve");
    expect(await read()).toMatchObject({ latest: { state: "approved", isCurrent: true } });
    await expect.poll(waiting).toEqual([["bulk-waiting", "checked"]]);
  });

  test("is not approved by the person who resumed it or took it over, nor while its contracts differ", async () => {
    const { bulkID } = await it.checked(someIDs(3));
    await it.step(bulkID, "resume", undefined, it.emil);
    await it.until(bulkID, "first-done");
    await it.setRules({ bulkRows: 2 });
    const approval = await it.requested(requestFor(bulkID));
    expect(await codeOf(await it.decide(approval, "approve"))).toEqual([403, "other_person_required"]);
    const { rows } = await it.read(bulkID);
    const ready = rows.find(({ state }) => state === "ready");
    const customer = it.api.customers.find((one) => one.customerID === ready?.customerID);
    if (customer) customer.contract = { plan: "enterprise", term: "monthly" };
    const answer = await it.decide(approval, "approve", {}, it.ada);
    expect(await codeOf(answer)).toEqual([409, "contract_changed"]);
    const detail = approvalDetailSchema.parse(await (await it.approval(approval.approvalID)).json());
    expect(detail.differences[0]).toContain('plan is "enterprise" now; expected was "essential"');
  });

  test("that two people approve at once is approved by one of them, and an edited one by neither", async () => {
    await it.setRules({ bulkRows: 3 });
    const approval = await it.requested(requestFor((await it.checked(someIDs(3))).bulkID));
    const edited = { ...approval, digest: "0".repeat(64) };
    expect(await codeOf(await it.decide(edited, "approve"))).toEqual([409, "approval_moved"]);
    const answers = await Promise.all([it.decide(approval, "approve"), it.decide(approval, "approve", {}, it.ada)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("whose approver lost the right pauses before its next row", async () => {
    await it.setRules({ bulkRows: 3 });
    const { bulkID } = await it.checked(someIDs(3));
    await it.decide(await it.requested(requestFor(bulkID)), "approve");
    await it.step(bulkID, "resume");
    await it.until(bulkID, "first-done");
    const staff = await it.console.send("GET", "/api/staff?limit=100", { cookie: it.ada });
    const people = ((await staff.json()) as { staff: { staffID: string; email: string }[] }).staff;
    const emil = people.find(({ email }) => email === "emil@test.example")?.staffID;
    await it.console.send("PATCH", `/api/staff/${emil}`, { cookie: it.ada, body: { state: "disabled" } });
    await it.step(bulkID, "resume");
    const { bulk } = await it.until(bulkID, "paused");
    expect(bulk.reason?.message).toContain("emil@test.example, who approved this, may no longer change anything");
    expect(it.patches()).toBe(1);
  });

  test("that was split into small ones needs approval once they reach the limit together", async () => {
    await it.setRules({ bulkRows: 5 });
    const parts = [await it.checked(someIDs(2)), await it.checked(someIDs(2)), await it.checked(someIDs(2))];
    // The first row of each bulk change is claimed, but its operation is not recorded yet. The row must count anyway.
    const { promise, resolve: record } = Promise.withResolvers<void>();
    recorded = promise;
    const answers: number[] = [];
    for (const { bulkID } of parts) {
      const { status } = await it.step(bulkID, "resume");
      answers.push(status);
      if (status === 200) await it.untilIt(bulkID, ({ rows }) => rows.some(({ state }) => state === "sending"));
    }
    record();
    expect(answers).toEqual([200, 200, 403]);
    // One more change is above the limit, however it is made.
    const [one] = someIDs(1);
    expect((await it.change(one ?? "", { plan: "professional" })).status).toBe(403);
  });

  test("that was refused stays where it is, also when the policy no longer asks", async () => {
    await it.setRules({ bulkRows: 3 });
    const { bulkID } = await it.checked(someIDs(3));
    await it.decide(await it.requested(requestFor(bulkID)), "reject", { reason: "Wrong list" });
    await it.setRules({});
    expect(await codeOf(await it.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    expect((await it.step(bulkID, "cancel")).status).toBe(200);
  });
});
