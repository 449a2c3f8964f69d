import { afterAll, beforeAll, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { minuteMs, type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let it: PlannedConsole;
let isNeeded = false;

beforeAll(async () => {
  it = await startPlannedConsole({ plannedApprovals: { neededFor: async () => isNeeded } });
});

afterAll(() => it.close());

const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;
const problemOf = async (response: Response) => problemSchema.parse(await response.json());

/** What the audit log says of a planned change: who did what, and where it stood then. */
async function auditOf({ plannedChangeID }: PlannedChange): Promise<string[]> {
  const events = await readAudit(it.console.databaseUrl);
  const own = events.filter(({ target }) => target?.id === plannedChangeID);
  return own.map(({ actor, action, after }) => {
    const who = actor.email?.split("@")[0] ?? actor.kind;
    return `${who} ${action} ${(after as { state: string }).state}`;
  });
}

test("every step of people and of the console is in the audit log", async () => {
  const customer = it.addCustomer();
  const until = it.ahead(600 * minuteMs);
  const planned = await it.plan(customer, { until, console: { ticket: "T-9" } });
  await it.step(planned, "reschedule", { at: it.ahead(20 * minuteMs), console: { reason: "Later" } });
  await it.step(planned, "take-over", undefined, it.other);
  await it.change(customer.customerID, { plan: "enterprise" });
  await it.step(planned, "resume", { expected: customer.contract });
  it.pass(20 * minuteMs);
  await it.until(planned, ({ steps }) => steps[0]?.state === "done");
  await it.step(planned, "revert-now");
  await it.until(planned, ({ state }) => state === "done");
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
  const events = await readAudit(it.console.databaseUrl);
  const created = events.find(
    ({ action, target }) => action === "planned.created" && target?.id === planned.plannedChangeID,
  );
  expect(created).toMatchObject({ ticket: "T-9", after: { customerID: customer.customerID, digest: planned.digest } });
  // The revert is the console's own, not the planner's.
  const sent = events.filter(
    ({ action, after }) => action === "operation.recorded" && JSON.stringify(after).includes(planned.plannedChangeID),
  );
  expect(sent.map(({ actor }) => [actor.kind, actor.email])).toEqual([
    ["staff", "edith@test.example"],
    ["console", "Switchboard"],
  ]);
});

test("cancelling, keeping and holding are in the audit log", async () => {
  const [first, second] = [
    await it.plan(it.addCustomer()),
    await it.plan(it.addCustomer(), { until: it.ahead(600 * minuteMs) }),
  ];
  await it.step(first, "cancel", { console: { reason: "Not wanted" } });
  it.pass(10 * minuteMs);
  await it.until(second, ({ steps }) => steps[0]?.state === "done");
  await it.step(second, "keep");
  expect(await auditOf(first)).toEqual(["edith planned.created scheduled", "edith planned.cancelled cancelled"]);
  expect((await auditOf(second)).at(-1)).toBe("edith planned.kept done");
});

test("what needs an approval waits for another person, who approves exactly what was read", async () => {
  isNeeded = true;
  const customer = it.addCustomer();
  const planned = await it.plan(customer);
  isNeeded = false;
  expect(planned).toMatchObject({ state: "awaiting-approval", approval: { state: "waiting" } });
  const { digest } = planned;
  expect((await it.step(planned, "approve", { digest })).status).toBe(403);
  const other = await it.step(planned, "approve", { digest: "another" }, it.other);
  expect([other.status, await problemOf(other)]).toMatchObject([409, { code: "planned_moved", reason: "edited" }]);
  const contract = { ...customer.contract };
  customer.contract.term = "24-months";
  const changed = await it.step(planned, "approve", { digest }, it.other);
  expect([changed.status, (await problemOf(changed)).code]).toEqual([409, "contract_changed"]);
  customer.contract = contract;
  const approved = await answerOf(await it.step(planned, "approve", { digest }, it.other));
  expect(approved).toMatchObject({
    state: "scheduled",
    approval: { state: "approved", decidedBy: { email: "oscar@test.example" } },
  });
  it.pass(10 * minuteMs);
  await it.until(planned, ({ state }) => state === "done");
  expect(await auditOf(planned)).toContain("oscar planned.approved scheduled");
});

test("an edit voids an approval, a rejection ends it, and nobody's answer lets it expire", async () => {
  isNeeded = true;
  const [edited, rejected, forgotten] = [
    await it.plan(it.addCustomer()),
    await it.plan(it.addCustomer()),
    await it.plan(it.addCustomer(), { at: it.ahead(6_000 * minuteMs) }),
  ];
  await it.step(edited, "approve", { digest: edited.digest }, it.other);
  const again = await answerOf(await it.step(edited, "reschedule", { at: it.ahead(30 * minuteMs) }));
  isNeeded = false;
  expect(again).toMatchObject({ state: "awaiting-approval", approval: { state: "waiting" } });
  expect((await it.step(edited, "approve", { digest: edited.digest }, it.other)).status).toBe(409);
  const { digest } = rejected;
  expect((await it.step(rejected, "reject", { digest, reason: "" }, it.other)).status).toBe(400);
  const over = await answerOf(await it.step(rejected, "reject", { digest, reason: "Wrong plan" }, it.other));
  expect(over).toMatchObject({ state: "rejected", approval: { state: "rejected", reason: "Wrong plan" }, actions: [] });
  it.pass(73 * 60 * minuteMs);
  await it.until(forgotten, ({ state }) => state === "expired");
  await it.until(edited, ({ state }) => state === "expired");
  expect(await auditOf(rejected)).toContain("oscar planned.rejected rejected");
  expect(it.sent("PATCH").filter(({ path }) => path.includes(forgotten.customerID))).toEqual([]);
});
