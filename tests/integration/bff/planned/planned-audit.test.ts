import { afterAll, beforeAll, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { setApprovalRules } from "#tests/fixtures/approvals/approval-console.ts";
import { type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let plannedConsole: PlannedConsole;

beforeAll(async () => {
  plannedConsole = await startPlannedConsole();
});

afterAll(() => plannedConsole.close());

const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;
const problemOf = async (response: Response) => problemSchema.parse(await response.json());

/**
 * Returns the audit events about a planned change. Each has the action, the person, and the state of the change after
 * the event.
 */
async function auditOf({ plannedChangeID }: PlannedChange): Promise<string[]> {
  const events = await readAudit(plannedConsole.console.databaseUrl);
  const own = events.filter(({ target }) => target?.id === plannedChangeID);
  return own.map(({ actor, action, after }) => {
    const who = actor.email?.split("@")[0] ?? actor.kind;
    return `${who} ${action} ${(after as { state: string }).state}`;
  });
}

test("the audit log contains every step of people and of the console", async () => {
  const customer = plannedConsole.addCustomer();
  const until = plannedConsole.ahead(600 * minuteMs);
  const planned = await plannedConsole.plan(customer, { until, console: { ticket: "T-9" } });
  await plannedConsole.step(planned, "reschedule", {
    at: plannedConsole.ahead(20 * minuteMs),
    console: { reason: "Later" },
  });
  await plannedConsole.step(planned, "take-over", undefined, plannedConsole.other);
  await plannedConsole.change(customer.customerID, { plan: "enterprise" });
  await plannedConsole.step(planned, "resume", { expected: customer.contract });
  plannedConsole.pass(20 * minuteMs);
  await plannedConsole.until(planned, ({ steps }) => steps[0]?.state === "done");
  await plannedConsole.step(planned, "revert-now");
  await plannedConsole.until(planned, ({ state }) => state === "done");
  expect(await auditOf(planned)).toEqual([
    "edith planned.created scheduled",
    "edith planned.changed scheduled",
    "oscar planned.taken-over scheduled",
    "console planned.moved suspended",
    "edith planned.changed scheduled",
    "console planned.moved claimed",
    "console planned.moved scheduled",
    "edith planned.reverted scheduled",
    "console planned.moved claimed",
    "console planned.moved done",
  ]);
  const events = await readAudit(plannedConsole.console.databaseUrl);
  const created = events.find(
    ({ action, target }) => action === "planned.created" && target?.id === planned.plannedChangeID,
  );
  expect(created).toMatchObject({ ticket: "T-9", after: { customerID: customer.customerID, digest: planned.digest } });
  // The console changes the contract back in its own name, not in the name of the person who planned the change.
  const sent = events.filter(
    ({ action, after }) => action === "operation.recorded" && JSON.stringify(after).includes(planned.plannedChangeID),
  );
  expect(sent.map(({ actor }) => [actor.kind, actor.email])).toEqual([
    ["staff", "edith@test.example"],
    ["console", "Switchboard"],
  ]);
});

test("the audit log records that a planned change was cancelled or kept", async () => {
  const [first, second] = [
    await plannedConsole.plan(plannedConsole.addCustomer()),
    await plannedConsole.plan(plannedConsole.addCustomer(), { until: plannedConsole.ahead(600 * minuteMs) }),
  ];
  await plannedConsole.step(first, "cancel", { console: { reason: "Not wanted" } });
  plannedConsole.pass(10 * minuteMs);
  await plannedConsole.until(second, ({ steps }) => steps[0]?.state === "done");
  await plannedConsole.step(second, "keep");
  expect(await auditOf(first)).toEqual(["edith planned.created scheduled", "edith planned.cancelled cancelled"]);
  expect((await auditOf(second)).at(-1)).toBe("edith planned.kept done");
});

/** Sets whether planned changes need an approval from now on. */
async function requireApproval(plannedChanges: boolean): Promise<void> {
  expect(
    (await setApprovalRules(plannedConsole.console, plannedConsole.administrator, { plannedChanges })).status,
  ).toBe(200);
}

/** Returns the audit events about the approval of a planned change. */
async function approvalAuditOf({ plannedChangeID }: PlannedChange): Promise<string[]> {
  const events = await readAudit(plannedConsole.console.databaseUrl);
  const own = events.filter(
    ({ after }) => (after as { subjectID?: string } | undefined)?.subjectID === plannedChangeID,
  );
  return own.map(({ actor, action }) => `${actor.email?.split("@")[0]} ${action}`);
}

test("a planned change that needs approval waits for another person, who approves exactly the content that they have read", async () => {
  await requireApproval(true);
  const customer = plannedConsole.addCustomer();
  const planned = await plannedConsole.plan(customer);
  await requireApproval(false);
  expect(planned).toMatchObject({ state: "awaiting-approval", approval: { state: "waiting" } });
  expect((await plannedConsole.decide(planned, "approve", {}, plannedConsole.editor)).status).toBe(403);
  const other = await plannedConsole.decide(planned, "approve", { digest: "0".repeat(64) });
  expect([other.status, await problemOf(other)]).toMatchObject([409, { code: "approval_moved" }]);
  const contract = { ...customer.contract };
  customer.contract.term = "24-months";
  const changed = await plannedConsole.decide(planned, "approve");
  expect([changed.status, (await problemOf(changed)).code]).toEqual([409, "contract_changed"]);
  customer.contract = contract;
  expect((await plannedConsole.decide(planned, "approve")).status).toBe(200);
  expect(await plannedConsole.read(planned)).toMatchObject({
    state: "scheduled",
    approval: { state: "approved", decidedBy: { email: "oscar@test.example" } },
  });
  plannedConsole.pass(10 * minuteMs);
  await plannedConsole.until(planned, ({ state }) => state === "done");
  expect(await auditOf(planned)).toContain("oscar planned.moved scheduled");
  expect(await approvalAuditOf(planned)).toContain("oscar approval.approved");
});

test("an edit voids an approval, a rejection ends the request, and a request without an answer expires", async () => {
  await requireApproval(true);
  const [edited, rejected, forgotten] = [
    await plannedConsole.plan(plannedConsole.addCustomer()),
    await plannedConsole.plan(plannedConsole.addCustomer()),
    await plannedConsole.plan(plannedConsole.addCustomer(), { at: plannedConsole.ahead(6_000 * minuteMs) }),
  ];
  await plannedConsole.decide(edited, "approve");
  const again = await answerOf(
    await plannedConsole.step(edited, "reschedule", { at: plannedConsole.ahead(30 * minuteMs) }),
  );
  await requireApproval(false);
  expect(again).toMatchObject({ state: "awaiting-approval", approval: { state: "waiting" } });
  expect(again.approval?.approvalID).not.toBe(edited.approval?.approvalID);
  expect((await plannedConsole.decide(edited, "approve")).status).toBe(409);
  expect((await plannedConsole.decide(rejected, "reject", { reason: "" })).status).toBe(400);
  expect((await plannedConsole.decide(rejected, "reject", { reason: "Wrong plan" })).status).toBe(200);
  expect(await plannedConsole.read(rejected)).toMatchObject({
    state: "rejected",
    approval: { state: "rejected", reason: "Wrong plan" },
    actions: [],
  });
  plannedConsole.pass(73 * 60 * minuteMs);
  await plannedConsole.until(forgotten, ({ state }) => state === "expired");
  await plannedConsole.until(edited, ({ state }) => state === "expired");
  expect(await auditOf(rejected)).toContain("oscar planned.moved rejected");
  expect(await approvalAuditOf(rejected)).toContain("oscar approval.rejected");
  expect(plannedConsole.sent("PATCH").filter(({ path }) => path.includes(forgotten.customerID))).toEqual([]);
});

test("an edit of a waiting change replaces its request by a new one, and cancelling the change voids the last request", async () => {
  await requireApproval(true);
  const planned = await plannedConsole.plan(plannedConsole.addCustomer());
  const edited = await answerOf(
    await plannedConsole.step(planned, "reschedule", { at: plannedConsole.ahead(30 * minuteMs) }),
  );
  await requireApproval(false);
  const stateOf = async ({ approval }: PlannedChange) => {
    const path = `/api/sandbox/approvals/${approval?.approvalID}`;
    return (await (await plannedConsole.console.send("GET", path, { cookie: plannedConsole.other })).json()).approval
      .state;
  };
  expect([await stateOf(planned), await stateOf(edited)]).toEqual(["void", "waiting"]);
  await plannedConsole.step(edited, "cancel");
  expect(await stateOf(edited)).toBe("void");
  expect((await plannedConsole.decide(edited, "approve")).status).toBe(409);
});

test("the requester can withdraw the request, which ends the planned change", async () => {
  await requireApproval(true);
  const planned = await plannedConsole.plan(plannedConsole.addCustomer());
  await requireApproval(false);
  expect((await plannedConsole.decide(planned, "withdraw", {}, plannedConsole.other)).status).toBe(403);
  expect((await plannedConsole.decide(planned, "withdraw", {}, plannedConsole.editor)).status).toBe(200);
  expect(await plannedConsole.read(planned)).toMatchObject({
    state: "cancelled",
    approval: { state: "withdrawn" },
    actions: [],
  });
});
