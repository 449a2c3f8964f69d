import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { approvalAnswerSchema, approvalDetailSchema } from "#lib/contract/operations/approval.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";

const password = "a good long password";

const codeOf = async (response: Response) => [response.status, (await response.json()).code];

/** The second person must really be a different person. In each test, one person pretends to be both. */
describe.each(testDialects.map((dialect) => ({ dialect })))("a second person on $dialect", ({ dialect }) => {
  let clock: ReturnType<typeof createTestClock>;
  let approvalConsole: ApprovalConsole;

  beforeEach(async () => {
    clock = createTestClock(Date.now());
    approvalConsole = await startApprovalConsole({ dialect, clock });
    expect((await approvalConsole.setRules({ singleChanges: true })).status).toBe(200);
  });

  afterEach(() => approvalConsole.close());

  const send = (method: string, path: string, body?: object, cookie = approvalConsole.ada) =>
    approvalConsole.console.send(method, path, { cookie, ...(body && { body }) });
  const staffIDOf = async (email: string) => {
    const { staff } = (await (await send("GET", "/api/staff?limit=100")).json()) as {
      staff: { staffID: string; email: string }[];
    };
    return staff.find((one) => one.email === email)?.staffID ?? "";
  };
  const setStaff = async (email: string, change: object, cookie = approvalConsole.ada) =>
    expect((await send("PATCH", `/api/staff/${await staffIDOf(email)}`, change, cookie)).status).toBe(200);
  /** Uses a one-time link from the administrator. Returns a session of the account. */
  const openLink = async (answer: Response, email: string) => {
    const { invitation } = (await answer.json()) as { invitation: { url: string } };
    const token = new URL(invitation.url).pathname.split("/").at(-1);
    const accepted = await send("POST", `/api/invitations/${token}`, { password }, "");
    expect(accepted.status).toBe(204);
    return approvalConsole.console.signIn(email, password);
  };
  const invite = async (email: string, role = "editor", cookie = approvalConsole.ada) =>
    openLink(await send("POST", "/api/staff", { email, name: email, role, environments: ["sandbox"] }, cookie), email);
  const makeKey = async (cookie = approvalConsole.ada) => {
    const body = { name: "Nightly", role: "editor", environments: ["sandbox"] };
    return ((await (await send("POST", "/api/clients", body, cookie)).json()) as { key: string }).key;
  };
  const byKey = (key: string, method: string, path: string, body?: object) =>
    approvalConsole.console.send(method, path, { headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });
  const wanted = () => ({
    kind: "change",
    customerID: approvalConsole.api.customers[0]?.customerID,
    change: { plan: "enterprise" },
    expected: { plan: "essential", term: "monthly" },
  });
  const requestedByKey = async (key: string) => {
    const answer = await byKey(key, "POST", "/api/sandbox/approvals", wanted());
    expect(answer.status).toBe(201);
    return approvalAnswerSchema.parse(await answer.json()).approval;
  };
  const detailFor = async (approvalID: string, cookie: string) =>
    approvalDetailSchema.parse(await (await approvalConsole.approval(approvalID, cookie)).json());
  /** Checks that a decision is refused, that the page shows the same reason, and that nothing reaches the API. */
  const expectRefused = async (approval: Parameters<ApprovalConsole["decide"]>[0], cookie: string, reason: string) => {
    const answer = await approvalConsole.decide(approval, "approve", {}, cookie);
    const problem = await answer.json();
    expect([answer.status, problem.code]).toEqual([403, "other_person_required"]);
    expect(problem.detail).toContain(reason);
    expect((await detailFor(approval.approvalID, cookie)).refusal).toBe(problem.detail);
    const mine = await send("GET", "/api/attention?mine=true&kind=approval", undefined, cookie);
    expect(attentionListSchema.parse(await mine.json()).items).toEqual([]);
    expect(approvalConsole.patches()).toBe(0);
  };

  test("the creator of the key that requested a change can only withdraw it, not approve it", async () => {
    const approval = await requestedByKey(await makeKey());
    await expectRefused(
      approval,
      approvalConsole.ada,
      "it was requested or edited with the API key Nightly, which you made",
    );
    expect((await detailFor(approval.approvalID, approvalConsole.ada)).isOwn).toBe(true);
    expect((await approvalConsole.decide(approval, "withdraw", {}, approvalConsole.ada)).status).toBe(200);
    const again = await requestedByKey(await makeKey());
    expect((await approvalConsole.decide(again, "approve")).status).toBe(200);
  });

  test("the person who invited the requester cannot approve, nor a person whom the requester invited", async () => {
    const puppet = await invite("puppet@test.example");
    await expectRefused(
      await approvalConsole.requested({}, puppet),
      approvalConsole.ada,
      "ada@test.example invited puppet@test.example",
    );
    await approvalConsole.decide(await approvalConsole.requested({}, puppet), "withdraw", {}, puppet);
    const own = await approvalConsole.requested({}, approvalConsole.ada);
    await expectRefused(own, puppet, "ada@test.example invited puppet@test.example");
    // A person who has nothing to do with either account can approve.
    expect((await approvalConsole.decide(own, "approve")).status).toBe(200);
  });

  test("two accounts that the same person invited cannot approve for each other, nor can accounts that they invited", async () => {
    const [one, two] = [await invite("one@test.example", "administrator"), await invite("two@test.example")];
    const approval = await approvalConsole.requested({}, one);
    await expectRefused(approval, two, "ada@test.example invited one@test.example");
    const third = await invite("third@test.example", "editor", one);
    await approvalConsole.decide(approval, "withdraw", {}, one);
    await expectRefused(
      await approvalConsole.requested({}, approvalConsole.ada),
      third,
      "one@test.example invited third@test.example",
    );
  });

  test("an account whose sign-in the requester has reset cannot approve", async () => {
    const reset = await send("POST", `/api/staff/${await staffIDOf("emil@test.example")}/reset`);
    const emil = await openLink(reset, "emil@test.example");
    await expectRefused(
      await approvalConsole.requested({}, approvalConsole.ada),
      emil,
      "ada@test.example reset the sign-in of emil@test.example",
    );
  });

  test.each([
    ["re-enabled", [{ state: "disabled" }, { state: "active" }], "enabled"],
    ["gave another role", [{ role: "administrator" }], "changed the role or the environments of"],
    ["gave another environment", [{ environments: ["sandbox"] }], "changed the role or the environments of"],
  ])("an account that the requester %s cannot approve until 7 days later", async (_what, changes, words) => {
    for (const change of changes) await setStaff("emil@test.example", change);
    const emil = await approvalConsole.console.signIn("emil@test.example");
    await expectRefused(
      await approvalConsole.requested({}, approvalConsole.ada),
      emil,
      `ada@test.example ${words} emil@test.example`,
    );
    clock.advance(7 * dayMs + 1);
    const ada = await approvalConsole.console.signIn("ada@test.example");
    const later = await approvalConsole.requested({}, ada);
    expect(
      (await approvalConsole.decide(later, "approve", {}, await approvalConsole.console.signIn("emil@test.example")))
        .status,
    ).toBe(200);
    expect(approvalConsole.patches()).toBe(1);
  });

  test("the approver of a bulk change must not start it, even with a key", async () => {
    await approvalConsole.setRules({ bulkRows: 2 });
    const { bulkID } = await approvalConsole.checked(
      approvalConsole.addCustomers(2).map(({ customerID }) => customerID),
    );
    const body = { kind: "bulk", bulkID, customerID: undefined, change: undefined, expected: undefined };
    const key = await makeKey();
    expect(
      (await approvalConsole.decide(await approvalConsole.requested(body), "approve", {}, approvalConsole.ada)).status,
    ).toBe(200);
    expect(await codeOf(await byKey(key, "POST", `/api/sandbox/bulk/${bulkID}/resume`))).toEqual([
      403,
      "other_person_required",
    ]);
    expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
  });

  test("a person's changes and the changes by keys that the person created count together towards the limit", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const ids = approvalConsole.addCustomers(4).map(({ customerID }) => customerID);
    const change = (id: string | undefined, cookie: string) =>
      send("PATCH", `/api/sandbox/customers/${id}/contract`, { plan: "professional" }, cookie);
    const [first, second] = [await makeKey(), await makeKey()];
    const path = (id: string | undefined) => `/api/sandbox/customers/${id}/contract`;
    expect((await change(ids[0], approvalConsole.ada)).status).toBe(200);
    expect((await byKey(first, "PATCH", path(ids[1]), { plan: "professional" })).status).toBe(200);
    const third = await byKey(second, "PATCH", path(ids[2]), { plan: "professional" });
    expect(await codeOf(third)).toEqual([403, "approval_required"]);
    expect(await codeOf(await change(ids[2], approvalConsole.ada))).toEqual([403, "approval_required"]);
    expect((await change(ids[3], approvalConsole.emil)).status).toBe(200);
  });

  test("an emergency release is no approval: it is marked, and everybody is notified", async () => {
    await approvalConsole.setRules({ bulkRows: 2 });
    const begun = await send("POST", "/api/me/totp");
    const { secret } = (await begun.json()) as { secret: string };
    const enrolled = await send("POST", "/api/me/totp/confirm", { code: codeAt(secret, clock.now()) });
    const ada = enrolled.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const own = await approvalConsole.requested({}, ada);
    expect((await approvalConsole.decide(own, "emergency", { reason: "Lines are down" }, ada)).status).toBe(200);
    const released = await detailFor(own.approvalID, ada);
    expect(released).toMatchObject({
      approval: { emergency: true },
      refusal: expect.stringContaining("you released it"),
    });
    const operation = await send("GET", `/api/sandbox/operations/${released.approval.operationID}`, undefined, ada);
    const { request } = ((await operation.json()) as { operation: { request: object } }).operation;
    expect(request).toMatchObject({ emergencyBy: "ada@test.example" });
    expect(request).not.toHaveProperty("approvedBy");
    // Another account of the same person cannot acknowledge the emergency change.
    const puppet = await invite("puppet@test.example", "editor", ada);
    expect(await codeOf(await approvalConsole.decide(own, "acknowledge", {}, puppet))).toEqual([
      403,
      "other_person_required",
    ]);
    clock.advance(6_000);
    for (const cookie of [approvalConsole.editor, approvalConsole.emil]) {
      const list = await send("GET", "/api/attention?mine=true", undefined, cookie);
      expect(attentionListSchema.parse(await list.json()).items).toMatchObject([{ state: "emergency" }]);
    }
    // This is the person's second change within 24 hours, so it needs an approval.
    const [other] = approvalConsole.addCustomers(1);
    const next = await send(
      "PATCH",
      `/api/sandbox/customers/${other?.customerID}/contract`,
      { term: "12-months" },
      ada,
    );
    expect(await codeOf(next)).toEqual([403, "approval_required"]);
  });

  test("before a rule is switched on, the console shows for each requester whether anybody could approve", async () => {
    await approvalConsole.setRules({});
    const only = await startApprovalConsole({
      dialect,
      clock,
      staff: [
        { email: "edith@test.example", role: "editor" },
        { email: "vera@test.example", role: "viewer" },
        { email: "emil@test.example", role: "editor", environments: ["production"] },
        { email: "ada@test.example", role: "administrator" },
      ],
    });
    try {
      await only.console.send("POST", "/api/clients", {
        cookie: only.ada,
        body: { name: "Nightly", role: "editor", environments: ["sandbox"] },
      });
      const read = async () =>
        approvalPolicyAnswerSchema
          .parse(await (await only.console.send("GET", "/api/policy/approvals", { cookie: only.ada })).json())
          .approvers.find(({ environment }) => environment === "sandbox")?.requesters;
      expect(await read()).toMatchObject([
        { name: "ada@test.example", hasApprover: true },
        { name: "Nightly", isKey: true, hasApprover: true },
        { name: "edith@test.example", hasApprover: true },
      ]);
      const people = await only.console.send("GET", "/api/staff?limit=100", { cookie: only.ada });
      const { staff } = (await people.json()) as { staff: { staffID: string; email: string }[] };
      const edith = staff.find(({ email }) => email === "edith@test.example")?.staffID;
      const body = { role: "administrator" };
      await only.console.send("PATCH", `/api/staff/${edith}`, { cookie: only.ada, body });
      const until = new Date(clock.now() + 7 * dayMs).toISOString();
      expect(await read()).toMatchObject([
        { name: "ada@test.example", hasApprover: false, from: until },
        { name: "Nightly", hasApprover: false, from: until },
        { name: "edith@test.example", hasApprover: false, from: until },
      ]);
      const refused = await only.setRules({ imports: true });
      expect([refused.status, (await refused.json()).errors[0]]).toMatchObject([
        400,
        { field: "sandbox", message: expect.stringContaining("Nobody could approve what ada@test.example requests") },
      ]);
      clock.advance(7 * dayMs + 1);
      const ada = await only.console.signIn("ada@test.example");
      const known = await only.console.send("GET", "/api/policy/approvals", { cookie: ada });
      const { policy } = approvalPolicyAnswerSchema.parse(await known.json());
      const rules = { ...policy, sandbox: { ...noApprovalRules, imports: true } };
      const set = await only.console.send("PUT", "/api/policy/approvals", { cookie: ada, body: rules });
      expect(set.status).toBe(200);
    } finally {
      await only.close();
    }
  });

  test("a person who edited a waiting planned change cannot approve it, and the change still waits when the rule is switched on", async () => {
    await approvalConsole.setRules({ plannedChanges: true });
    const [customer] = approvalConsole.addCustomers(1);
    const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const made = await send(
      "POST",
      "/api/sandbox/planned",
      { customerID: customer?.customerID, change: { plan: "enterprise" }, at: soon(60), expected: customer?.contract },
      approvalConsole.editor,
    );
    const { plannedChange } = plannedAnswerSchema.parse(await made.json());
    const path = `/api/sandbox/planned/${plannedChange.plannedChangeID}`;
    const edited = await send(
      "POST",
      `${path}/reschedule`,
      { at: soon(90), digest: plannedChange.digest },
      approvalConsole.emil,
    );
    const waiting = plannedAnswerSchema.parse(await edited.json()).plannedChange;
    expect(waiting).toMatchObject({
      state: "awaiting-approval",
      responsible: { email: "edith@test.example" },
    });
    const pathOf = ({ approval }: PlannedChange) => `/api/sandbox/approvals/${approval?.approvalID}`;
    const approve = (planned: PlannedChange, cookie: string) =>
      send("POST", `${pathOf(planned)}/approve`, { digest: planned.digest }, cookie);
    const detail = await send("GET", pathOf(waiting), undefined, approvalConsole.emil);
    expect((await detail.json()).refusal).toBe("Another person has to decide this: you have edited it.");
    expect(await codeOf(await approve(waiting, approvalConsole.emil))).toEqual([403, "other_person_required"]);
    await approvalConsole.setRules({});
    const again = await send(
      "POST",
      `${path}/reschedule`,
      { at: soon(120), digest: waiting.digest },
      approvalConsole.editor,
    );
    const still = plannedAnswerSchema.parse(await again.json()).plannedChange;
    expect(still.state).toBe("awaiting-approval");
    expect(await codeOf(await approve(still, approvalConsole.emil))).toEqual([403, "other_person_required"]);
    const taken = await send("POST", `${path}/take-over`, { digest: still.digest }, approvalConsole.emil);
    const last = plannedAnswerSchema.parse(await taken.json()).plannedChange;
    expect(last.state).toBe("awaiting-approval");
    expect((await approve(last, approvalConsole.ada)).status).toBe(200);
    const released = await send("GET", path, undefined, approvalConsole.ada);
    expect(plannedAnswerSchema.parse(await released.json()).plannedChange.state).toBe("scheduled");
  });
});
