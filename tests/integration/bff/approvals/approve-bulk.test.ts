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
  let approvalConsole: ApprovalConsole;
  /** The operation of a row is stored only after this promise resolves. */
  let recorded: Promise<void>;

  beforeEach(async () => {
    recorded = Promise.resolve();
    approvalConsole = await startApprovalConsole({
      dialect,
      // The clock is fast, because the console caches the attention list for some seconds.
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

  afterEach(() => approvalConsole.close());

  const someIDs = (count: number) => approvalConsole.addCustomers(count).map(({ customerID }) => customerID);
  const requestFor = (bulkID: string) => ({
    kind: "bulk",
    bulkID,
    customerID: undefined,
    change: undefined,
    expected: undefined,
  });

  test("a bulk change with too many rows starts only after another person has approved exactly these rows", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const small = await approvalConsole.checked(someIDs(2));
    expect((await approvalConsole.step(small.bulkID, "resume")).status).toBe(200);
    await approvalConsole.until(small.bulkID, "first-done");
    const { bulkID } = await approvalConsole.checked(someIDs(3));
    expect(await codeOf(await approvalConsole.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    const approval = await approvalConsole.requested(requestFor(bulkID));
    expect(approval).toMatchObject({
      kind: "bulk",
      subjectID: bulkID,
      rows: 3,
      why: ["bulk-rows"],
      title: "Bulk change of 3 customers",
      change: { plan: "professional" },
      href: `/sandbox/bulk/${bulkID}`,
    });
    expect(await codeOf(await approvalConsole.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, approvalConsole.editor))).toEqual([
      403,
      "other_person_required",
    ]);
    expect((await approvalConsole.decide(approval, "approve")).status).toBe(200);
    // Emil approved the bulk change, so he may not run it.
    expect(await codeOf(await approvalConsole.step(bulkID, "resume", undefined, approvalConsole.emil))).toEqual([
      403,
      "other_person_required",
    ]);
    const { rows } = await approvalConsole.ran(bulkID);
    expect(rows.every(({ state }) => state === "changed")).toBe(true);
  });

  test("the check announces the need for approval, and Attention lists the bulk change once, with its reason", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const { bulkID } = await approvalConsole.checked(someIDs(3));
    const path = `/api/sandbox/bulk/${bulkID}`;
    const read = async (cookie = approvalConsole.editor) =>
      bulkDetailSchema.parse(await (await approvalConsole.console.send("GET", path, { cookie })).json()).approval;
    const waiting = async () => {
      const answer = await approvalConsole.console.send("GET", "/api/attention?environment=sandbox", {
        cookie: approvalConsole.editor,
      });
      return attentionListSchema.parse(await answer.json()).items.map(({ kind, state }) => [kind, state]);
    };
    expect(await read()).toEqual({ why: ["bulk-rows"] });
    expect(await read(approvalConsole.viewer)).toBeUndefined();
    expect(await waiting()).toEqual([["bulk-waiting", "approval-needed"]]);
    const approval = await approvalConsole.requested(requestFor(bulkID));
    expect(await read()).toMatchObject({
      latest: { approvalID: approval.approvalID, state: "waiting", isCurrent: true },
    });
    await expect.poll(waiting).toEqual([["approval", "waiting"]]);
    await approvalConsole.decide(approval, "approve");
    expect(await read()).toMatchObject({ latest: { state: "approved", isCurrent: true } });
    await expect.poll(waiting).toEqual([["bulk-waiting", "checked"]]);
  });

  test("the person who resumed or took over a bulk change cannot approve it, and nobody can while its contracts differ", async () => {
    const { bulkID } = await approvalConsole.checked(someIDs(3));
    await approvalConsole.step(bulkID, "resume", undefined, approvalConsole.emil);
    await approvalConsole.until(bulkID, "first-done");
    await approvalConsole.setRules({ bulkRows: 2 });
    const approval = await approvalConsole.requested(requestFor(bulkID));
    expect(await codeOf(await approvalConsole.decide(approval, "approve"))).toEqual([403, "other_person_required"]);
    const { rows } = await approvalConsole.read(bulkID);
    const ready = rows.find(({ state }) => state === "ready");
    const customer = approvalConsole.api.customers.find((one) => one.customerID === ready?.customerID);
    if (customer) customer.contract = { plan: "enterprise", term: "monthly" };
    const answer = await approvalConsole.decide(approval, "approve", {}, approvalConsole.ada);
    expect(await codeOf(answer)).toEqual([409, "contract_changed"]);
    const detail = approvalDetailSchema.parse(await (await approvalConsole.approval(approval.approvalID)).json());
    expect(detail.differences[0]).toContain('plan is "enterprise" now; expected was "essential"');
  });

  test("if two people approve at once, only one approval counts, and nobody can approve an edited bulk change", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const approval = await approvalConsole.requested(requestFor((await approvalConsole.checked(someIDs(3))).bulkID));
    const edited = { ...approval, digest: "0".repeat(64) };
    expect(await codeOf(await approvalConsole.decide(edited, "approve"))).toEqual([409, "approval_moved"]);
    const answers = await Promise.all([
      approvalConsole.decide(approval, "approve"),
      approvalConsole.decide(approval, "approve", {}, approvalConsole.ada),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a bulk change whose approver has lost the right pauses before its next row", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const { bulkID } = await approvalConsole.checked(someIDs(3));
    await approvalConsole.decide(await approvalConsole.requested(requestFor(bulkID)), "approve");
    await approvalConsole.step(bulkID, "resume");
    await approvalConsole.until(bulkID, "first-done");
    const staff = await approvalConsole.console.send("GET", "/api/staff?limit=100", { cookie: approvalConsole.ada });
    const people = ((await staff.json()) as { staff: { staffID: string; email: string }[] }).staff;
    const emil = people.find(({ email }) => email === "emil@test.example")?.staffID;
    await approvalConsole.console.send("PATCH", `/api/staff/${emil}`, {
      cookie: approvalConsole.ada,
      body: { state: "disabled" },
    });
    await approvalConsole.step(bulkID, "resume");
    const { bulk } = await approvalConsole.until(bulkID, "paused");
    expect(bulk.reason?.message).toContain("emil@test.example, who approved this, may no longer change anything");
    expect(approvalConsole.patches()).toBe(1);
  });

  test("a bulk change that was split needs approval once its parts together reach the limit", async () => {
    await approvalConsole.setRules({ bulkRows: 5 });
    const parts = [
      await approvalConsole.checked(someIDs(2)),
      await approvalConsole.checked(someIDs(2)),
      await approvalConsole.checked(someIDs(2)),
    ];
    // The first row of each bulk change is claimed, but its operation is not stored yet. The row must count towards the
    // limit anyway.
    const { promise, resolve: record } = Promise.withResolvers<void>();
    recorded = promise;
    const answers: number[] = [];
    for (const { bulkID } of parts) {
      const { status } = await approvalConsole.step(bulkID, "resume");
      answers.push(status);
      if (status === 200)
        await approvalConsole.untilIt(bulkID, ({ rows }) => rows.some(({ state }) => state === "sending"));
    }
    record();
    expect(answers).toEqual([200, 200, 403]);
    // The limit is reached. A further change is refused, no matter how it is requested.
    const [one] = someIDs(1);
    expect((await approvalConsole.change(one ?? "", { plan: "professional" })).status).toBe(403);
  });

  test("a rejected bulk change stays rejected, even if the policy no longer requires approval", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const { bulkID } = await approvalConsole.checked(someIDs(3));
    await approvalConsole.decide(await approvalConsole.requested(requestFor(bulkID)), "reject", {
      reason: "Wrong list",
    });
    await approvalConsole.setRules({});
    expect(await codeOf(await approvalConsole.step(bulkID, "resume"))).toEqual([403, "approval_required"]);
    expect((await approvalConsole.step(bulkID, "cancel")).status).toBe(200);
  });
});
