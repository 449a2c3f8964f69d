import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { setApprovalRules } from "#tests/fixtures/approvals/approval-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

const codeOf = async (response: Response) => [response.status, (await response.json()).code];
const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;

describe.each(testDialects.map((dialect) => ({ dialect })))("a planned change on $dialect", ({ dialect }) => {
  let plannedConsole: PlannedConsole;

  beforeEach(async () => {
    const variables = { PROVISIONING_PLANS: "essential,professional,enterprise", PROVISIONING_TERMS: "24-months" };
    plannedConsole = await startPlannedConsole({ dialect, variables });
  });

  afterEach(() => plannedConsole.close());

  const setRules = (rules: Parameters<typeof setApprovalRules>[2]) =>
    setApprovalRules(plannedConsole.console, plannedConsole.administrator, rules);
  const approve = (planned: PlannedChange, cookie = plannedConsole.other) =>
    plannedConsole.decide(planned, "approve", {}, cookie);
  const setStaff = async (email: string, change: object) => {
    const answer = await plannedConsole.console.send("GET", "/api/staff?limit=100", {
      cookie: plannedConsole.administrator,
    });
    const { staff } = (await answer.json()) as { staff: { staffID: string; email: string }[] };
    const staffID = staff.find((one) => one.email === email)?.staffID;
    const path = `/api/staff/${staffID}`;
    expect(
      (await plannedConsole.console.send("PATCH", path, { cookie: plannedConsole.administrator, body: change })).status,
    ).toBe(200);
  };
  const dueNow = async (planned: PlannedChange, state: PlannedChange["state"]) => {
    plannedConsole.pass(11 * minuteMs);
    return plannedConsole.until(planned, (one) => one.state === state);
  };
  const sent = () => plannedConsole.sent("PATCH").length;

  test("a planned change that needs approval waits under Attention, and runs once after another person has approved it", async () => {
    expect((await setRules({ plannedChanges: true })).status).toBe(200);
    const planned = await plannedConsole.plan(plannedConsole.addCustomer());
    expect(planned).toMatchObject({ state: "awaiting-approval", approval: { state: "waiting" } });
    const inbox = await plannedConsole.console.send("GET", "/api/attention", { cookie: plannedConsole.other });
    const { items } = attentionListSchema.parse(await inbox.json());
    expect(items).toMatchObject([{ kind: "approval", id: planned.approval?.approvalID }]);
    // The requester cannot approve, even after another person has taken over the planned change.
    expect(await codeOf(await approve(planned, plannedConsole.editor))).toEqual([403, "other_person_required"]);
    const taken = await answerOf(await plannedConsole.step(planned, "take-over", {}, plannedConsole.administrator));
    expect(await codeOf(await approve(taken, plannedConsole.editor))).toEqual([403, "other_person_required"]);
    expect(await codeOf(await approve(taken, plannedConsole.administrator))).toEqual([403, "other_person_required"]);
    expect(await codeOf(await approve(taken, plannedConsole.viewer))).toEqual([403, "forbidden"]);
    expect((await approve(taken)).status).toBe(200);
    await dueNow(planned, "done");
    expect(sent()).toBe(1);
  });

  test("a rejected planned change stays rejected, even if the policy no longer requires approval", async () => {
    await setRules({ plannedChanges: true });
    const planned = await plannedConsole.plan(plannedConsole.addCustomer());
    await setRules({});
    expect((await plannedConsole.read(planned)).state).toBe("awaiting-approval");
    expect((await plannedConsole.decide(planned, "reject", { reason: "Not ordered" })).status).toBe(200);
    expect(await codeOf(await approve(planned))).toEqual([409, "approval_moved"]);
    await dueNow(planned, "rejected");
    expect(sent()).toBe(0);
  });

  test("a planned change whose approver or requester was disabled is suspended at once, and another person approves it again", async () => {
    await setRules({ plannedChanges: true });
    const [planned, applied] = [
      await plannedConsole.plan(plannedConsole.addCustomer()),
      await plannedConsole.plan(plannedConsole.addCustomer(), {
        at: plannedConsole.ahead(3 * minuteMs),
        until: plannedConsole.ahead(60 * minuteMs),
      }),
    ];
    await approve(planned);
    await approve(applied);
    plannedConsole.pass(4 * minuteMs);
    await plannedConsole.until(applied, ({ steps }) => steps[0]?.state === "done");
    await setStaff("oscar@test.example", { state: "disabled" });
    const suspended = await plannedConsole.read(planned);
    expect(suspended).toMatchObject({
      state: "suspended",
      stateReason: { code: "right-lost", message: expect.stringContaining("Oscar Smit, who approved this") },
    });
    const expected = { plan: "essential", term: "monthly" };
    const body = { digest: suspended.digest, expected, at: plannedConsole.ahead(10 * minuteMs) };
    const again = await answerOf(await plannedConsole.step(planned, "resume", body));
    expect(again.state).toBe("awaiting-approval");
    expect((await approve(again, plannedConsole.administrator)).status).toBe(200);
    await setStaff("edith@test.example", { role: "viewer" });
    expect(await plannedConsole.read(planned)).toMatchObject({
      state: "suspended",
      stateReason: { code: "right-lost" },
    });
    // The temporary change is already in effect, so it is still changed back at its end.
    plannedConsole.pass(60 * minuteMs);
    await plannedConsole.until(applied, ({ state }) => state === "done");
    expect(sent()).toBe(2);
  });

  test("an edited planned change cannot be approved by its old digest, nor while the contract differs", async () => {
    await setRules({ plannedChanges: true });
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer);
    await approve(planned);
    const edited = await answerOf(
      await plannedConsole.step(planned, "reschedule", { at: plannedConsole.ahead(10 * minuteMs) }),
    );
    expect(edited.state).toBe("awaiting-approval");
    expect(await codeOf(await approve(planned))).toEqual([409, "approval_moved"]);
    customer.contract = { plan: "essential", term: "12-months" };
    expect(await codeOf(await approve(edited))).toEqual([409, "contract_changed"]);
    plannedConsole.pass(60 * minuteMs);
    await dueNow(planned, "expired");
    expect(sent()).toBe(0);
  });

  test("a planned change that two people approve at once is approved by one of them and sent once", async () => {
    await setRules({ plannedChanges: true });
    const planned = await plannedConsole.plan(plannedConsole.addCustomer());
    const answers = await Promise.all([approve(planned), approve(planned, plannedConsole.administrator)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await dueNow(planned, "done");
    expect(sent()).toBe(1);
  });

  test("a planned change needs approval if it reaches the limit together with the person's others of 24 hours, even if several are sent at once", async () => {
    await setRules({ bulkRows: 3 });
    const made = await Promise.all([1, 2, 3, 4].map(() => plannedConsole.plan(plannedConsole.addCustomer())));
    const states = made.map(({ state }) => state).sort();
    expect(states).toEqual(["awaiting-approval", "awaiting-approval", "scheduled", "scheduled"]);
    // Rescheduling a change does not count as a further change.
    const scheduled = made.find(({ state }) => state === "scheduled") as PlannedChange;
    const later = await answerOf(
      await plannedConsole.step(scheduled, "reschedule", { at: plannedConsole.ahead(20 * minuteMs) }),
    );
    expect(later.state).toBe("scheduled");
    // Immediate and planned changes count together. The changes of another person count separately.
    const { customerID } = plannedConsole.addCustomer();
    expect(await codeOf(await plannedConsole.change(customerID, { plan: "professional" }))).toEqual([
      403,
      "approval_required",
    ]);
    expect((await plannedConsole.plan(plannedConsole.addCustomer(), {}, plannedConsole.other)).state).toBe("scheduled");
  });

  test("a planned change to a named plan or term needs approval, also as the second of two changes", async () => {
    await setRules({ plans: ["enterprise"], terms: ["24-months"] });
    expect((await plannedConsole.plan(plannedConsole.addCustomer())).state).toBe("scheduled");
    expect((await plannedConsole.plan(plannedConsole.addCustomer(), { change: { plan: "enterprise" } })).state).toBe(
      "awaiting-approval",
    );
    // biome-ignore lint/suspicious/noThenProperty: the API names it `then`, and it is never a function
    const both = { then: { term: "24-months" } };
    expect((await plannedConsole.plan(plannedConsole.addCustomer(), both)).state).toBe("awaiting-approval");
  });
});
