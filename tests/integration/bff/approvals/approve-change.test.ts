import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import {
  approvalDetailSchema,
  approvedAnswerSchema,
  contractApprovalSchema,
} from "#lib/contract/operations/approval.ts";
import { approvalWaitMs } from "#lib/contract/values/operations/approval-states.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";

const codeOf = async (response: Response) => [response.status, (await response.json()).code];

describe.each(testDialects.map((dialect) => ({ dialect })))("a single change on $dialect", ({ dialect }) => {
  let clock: ReturnType<typeof createTestClock>;
  let approvalConsole: ApprovalConsole;

  beforeEach(async () => {
    clock = createTestClock(Date.now());
    approvalConsole = await startApprovalConsole({ dialect, clock });
  });

  afterEach(() => approvalConsole.close());

  const customerID = () => approvalConsole.api.customers[0]?.customerID ?? "";
  const setStaff = (email: string, change: object) => approvalConsole.changePerson(email, change);

  test("a change that needs approval is first refused without a request to the API, and sent once after approval", async () => {
    const needed = async (query: string) => {
      const path = `/api/sandbox/contract-approval?${query}`;
      return contractApprovalSchema.parse(
        await (await approvalConsole.console.send("GET", path, { cookie: approvalConsole.editor })).json(),
      ).why;
    };
    expect(await needed("plan=enterprise")).toEqual([]);
    expect((await approvalConsole.setRules({ singleChanges: true })).status).toBe(200);
    expect(await needed("plan=enterprise")).toEqual(["single-changes"]);
    expect(await needed("term=monthly&planned=true")).toEqual([]);
    expect(await codeOf(await approvalConsole.change(customerID(), { plan: "enterprise" }))).toEqual([
      403,
      "approval_required",
    ]);
    expect(approvalConsole.patches()).toBe(0);
    const approval = await approvalConsole.requested({ console: { reason: "Ordered by phone", ticket: "INC-7" } });
    expect(approval).toMatchObject({
      state: "waiting",
      why: ["single-changes"],
      change: { plan: "enterprise" },
      reason: "Ordered by phone",
      expected: { plan: "essential", term: "monthly" },
      requestedBy: { email: "edith@test.example" },
    });
    expect(approvalConsole.patches()).toBe(0);
    const detail = approvalDetailSchema.parse(await (await approvalConsole.approval(approval.approvalID)).json());
    expect(detail).toMatchObject({ current: { plan: "essential", term: "monthly" }, differences: [] });
    const answer = await approvalConsole.decide(approval, "approve");
    const approved = approvedAnswerSchema.parse(await answer.json());
    expect([answer.status, approved]).toMatchObject([
      200,
      {
        approval: { state: "approved", decidedBy: { email: "emil@test.example" } },
        operation: {
          outcome: "done",
          actor: { email: "edith@test.example" },
          request: { plan: "enterprise", approvedBy: "emil@test.example" },
        },
      },
    ]);
    expect(approved.approval.operationID).toBe(approved.operation?.operationID);
    expect(approvalConsole.patches()).toBe(1);
    expect(await codeOf(await approvalConsole.decide(approval, "approve"))).toEqual([409, "approval_moved"]);
    expect(approvalConsole.patches()).toBe(1);
    const audit = await approvalConsole.console.send("GET", "/api/audit?limit=100", { cookie: approvalConsole.ada });
    const actions = auditListSchema.parse(await audit.json()).events.map(({ action, actor }) => [action, actor.email]);
    expect(actions).toContainEqual(["approval.requested", "edith@test.example"]);
    expect(actions).toContainEqual(["approval.approved", "emil@test.example"]);
    expect(actions).toContainEqual(["operation.recorded", "edith@test.example"]);
  });

  test("a change cannot be decided by its requester, by a person who may not change it, or by an API client", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, approvalConsole.editor))).toEqual([
      403,
      "other_person_required",
    ]);
    expect(
      await codeOf(await approvalConsole.decide(approval, "reject", { reason: "No" }, approvalConsole.editor)),
    ).toEqual([403, "other_person_required"]);
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, approvalConsole.viewer))).toEqual([
      403,
      "forbidden",
    ]);
    const petra = await approvalConsole.console.signIn("petra@test.example");
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, petra))).toEqual([404, "not_found"]);
    const made = await approvalConsole.console.send("POST", "/api/clients", {
      cookie: approvalConsole.ada,
      body: { name: "Nightly", role: "editor", environments: ["sandbox"] },
    });
    const { key } = (await made.json()) as { key: string };
    const byKey = await approvalConsole.console.send("POST", `/api/sandbox/approvals/${approval.approvalID}/approve`, {
      body: { digest: approval.digest },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await codeOf(byKey)).toEqual([403, "not_for_clients"]);
    expect(approvalConsole.patches()).toBe(0);
  });

  test("a change is not sent if its approver or its requester was disabled or demoted since", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    await setStaff("emil@test.example", { role: "viewer" });
    expect((await approvalConsole.decide(approval, "approve")).status).toBe(401);
    const again = await approvalConsole.console.signIn("emil@test.example");
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, again))).toEqual([403, "forbidden"]);
    await setStaff("edith@test.example", { state: "disabled" });
    expect(await codeOf(await approvalConsole.decide(approval, "approve", {}, approvalConsole.ada))).toEqual([
      409,
      "approval_moved",
    ]);
    expect(approvalConsole.patches()).toBe(0);
  });

  test("an edited change cannot be approved by its old digest, nor while the contract differs", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    const other = { ...approval, digest: "0".repeat(64) };
    expect(await codeOf(await approvalConsole.decide(other, "approve"))).toEqual([409, "approval_moved"]);
    const [customer] = approvalConsole.api.customers;
    if (customer) customer.contract = { plan: "essential", term: "12-months" };
    const answer = await approvalConsole.decide(approval, "approve");
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: "contract_changed", errors: [{ message: 'term is "12-months" now; expected was "monthly"' }] },
    ]);
    const detail = approvalDetailSchema.parse(await (await approvalConsole.approval(approval.approvalID)).json());
    expect(detail.differences).toEqual(['term is "12-months" now; expected was "monthly"']);
    expect(approvalConsole.patches()).toBe(0);
  });

  test("a change that two people approve at once is sent once", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    const answers = await Promise.all([
      approvalConsole.decide(approval, "approve"),
      approvalConsole.decide(approval, "approve", {}, approvalConsole.ada),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(approvalConsole.patches()).toBe(1);
  });

  test("a rejection needs a reason, only the requester can withdraw the request, and it expires after 72 hours", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const first = await approvalConsole.requested();
    expect(await codeOf(await approvalConsole.decide(first, "reject", { reason: " " }))).toEqual([
      400,
      "invalid_request",
    ]);
    const refused = await approvalConsole.decide(first, "reject", { reason: "Not in the order" });
    expect((await refused.json()).approval).toMatchObject({ state: "rejected", decisionReason: "Not in the order" });
    const second = await approvalConsole.requested();
    expect(second.approvalID).not.toBe(first.approvalID);
    expect((await approvalConsole.requested()).approvalID).toBe(second.approvalID);
    expect(await codeOf(await approvalConsole.request({ change: { plan: "professional" } }))).toEqual([
      409,
      "approval_moved",
    ]);
    expect(await codeOf(await approvalConsole.decide(second, "withdraw", {}, approvalConsole.emil))).toEqual([
      403,
      "forbidden",
    ]);
    expect((await approvalConsole.decide(second, "withdraw", {}, approvalConsole.editor)).status).toBe(200);
    const third = await approvalConsole.requested();
    clock.advance(approvalWaitMs);
    const emil = await approvalConsole.console.signIn("emil@test.example");
    expect(await codeOf(await approvalConsole.decide(third, "approve", {}, emil))).toEqual([409, "approval_moved"]);
    const edith = await approvalConsole.console.signIn("edith@test.example");
    expect((await approvalConsole.requested({}, edith)).approvalID).not.toBe(third.approvalID);
    expect(approvalConsole.patches()).toBe(0);
  });

  test("a waiting change needs attention of the people who may decide, and a changed policy does not release it", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    const list = async (cookie: string, query = "") =>
      attentionListSchema.parse(
        await (await approvalConsole.console.send("GET", `/api/attention${query}`, { cookie })).json(),
      );
    const item = { kind: "approval", id: approval.approvalID, state: "waiting" };
    expect((await list(approvalConsole.emil, "?mine")).items).toMatchObject([item]);
    expect((await list(approvalConsole.editor, "?mine")).items).toEqual([]);
    expect((await list(approvalConsole.viewer, "?mine")).items).toEqual([]);
    const until = new Date(clock.now() + 60_000).toISOString();
    const snoozed = await approvalConsole.console.send("POST", `/api/attention/${approval.approvalID}/snooze`, {
      cookie: approvalConsole.editor,
      body: { until, reason: "Later" },
    });
    expect(snoozed.status).toBe(400);
    expect((await approvalConsole.setRules({})).status).toBe(200);
    expect((await list(approvalConsole.emil)).items).toMatchObject([item]);
    expect(approvalConsole.patches()).toBe(0);
    await approvalConsole.decide(approval, "approve");
    clock.advance(6_000);
    expect((await list(approvalConsole.emil)).items).toEqual([]);
  });

  test("a change needs approval if it reaches the limit together with the person's other changes of 24 hours, even if two are sent at once", async () => {
    await approvalConsole.setRules({ bulkRows: 3 });
    const others = approvalConsole.addCustomers(3);
    const ids = others.map((one) => one.customerID);
    expect((await approvalConsole.change(ids[0] ?? "", { plan: "professional" })).status).toBe(200);
    const answers = await Promise.all(ids.slice(1).map((id) => approvalConsole.change(id, { plan: "professional" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(approvalConsole.patches()).toBe(2);
    // The limit applies to each person separately, so Emil can still make a change.
    const body = { plan: "professional" };
    const path = `/api/sandbox/customers/${customerID()}/contract`;
    expect((await approvalConsole.console.send("PATCH", path, { body, cookie: approvalConsole.emil })).status).toBe(
      200,
    );
    // A change that somebody has approved does not count towards the limit.
    const approval = await approvalConsole
      .requested({ customerID: ids[2], change: { plan: "enterprise" } })
      .catch(() => undefined);
    if (approval) await approvalConsole.decide(approval, "approve");
    clock.advance(24 * 60 * 60_000 + 1);
    const edith = await approvalConsole.console.signIn("edith@test.example");
    const tomorrow = await approvalConsole.console.send("PATCH", `/api/sandbox/customers/${ids[0]}/contract`, {
      body: { term: "12-months" },
      cookie: edith,
    });
    expect(tomorrow.status).toBe(200);
  });

  test("a change to a named plan or term needs approval, and a change to another one does not", async () => {
    await approvalConsole.setRules({ plans: ["enterprise"], terms: ["36-months"] });
    expect(await codeOf(await approvalConsole.change(customerID(), { plan: "enterprise" }))).toEqual([
      403,
      "approval_required",
    ]);
    expect(await codeOf(await approvalConsole.change(customerID(), { term: "36-months" }))).toEqual([
      403,
      "approval_required",
    ]);
    expect((await approvalConsole.change(customerID(), { plan: "professional" })).status).toBe(200);
  });

  test("in an emergency, an administrator with a second factor and a reason releases a change, and everybody is notified", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    const reason = { reason: "The partner's lines are down and nobody answers." };
    expect(await codeOf(await approvalConsole.decide(approval, "emergency", reason, approvalConsole.emil))).toEqual([
      403,
      "forbidden",
    ]);
    expect(await codeOf(await approvalConsole.decide(approval, "emergency", reason, approvalConsole.ada))).toEqual([
      403,
      "factor_required",
    ]);
    const begun = await approvalConsole.console.send("POST", "/api/me/totp", { cookie: approvalConsole.ada });
    const { secret } = (await begun.json()) as { secret: string };
    const code = codeAt(secret, clock.now());
    const enrolled = await approvalConsole.console.send("POST", "/api/me/totp/confirm", {
      cookie: approvalConsole.ada,
      body: { code },
    });
    const ada = enrolled.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    expect(await codeOf(await approvalConsole.decide(approval, "emergency", { reason: "" }, ada))).toEqual([
      400,
      "invalid_request",
    ]);
    const released = await approvalConsole.decide(approval, "emergency", reason, ada);
    expect([released.status, (await released.json()).approval]).toMatchObject([
      200,
      { state: "approved", emergency: true, decisionReason: reason.reason },
    ]);
    expect(approvalConsole.patches()).toBe(1);
    clock.advance(6_000);
    const list = async (cookie: string) =>
      attentionListSchema.parse(
        await (await approvalConsole.console.send("GET", "/api/attention?mine", { cookie })).json(),
      ).items;
    expect(await list(approvalConsole.emil)).toMatchObject([
      { kind: "approval", state: "emergency", id: approval.approvalID },
    ]);
    // The requester cannot acknowledge the release, so it does not wait for her.
    expect(await list(approvalConsole.editor)).toEqual([]);
    const refused = await approvalConsole.decide(approval, "acknowledge", {}, approvalConsole.editor);
    expect([refused.status, problemSchema.parse(await refused.json()).detail]).toEqual([
      403,
      "Another person must acknowledge this: you requested it.",
    ]);
    expect(await codeOf(await approvalConsole.decide(approval, "acknowledge", {}, ada))).toEqual([
      403,
      "other_person_required",
    ]);
    expect((await approvalConsole.decide(approval, "acknowledge")).status).toBe(200);
    clock.advance(6_000);
    expect(await list(approvalConsole.editor)).toEqual([]);
    const audit = await approvalConsole.console.send("GET", "/api/audit?action=approval.emergency", { cookie: ada });
    expect(auditListSchema.parse(await audit.json()).events).toMatchObject([
      { actor: { email: "ada@test.example" }, after: { reason: reason.reason, requestedBy: "edith@test.example" } },
    ]);
  });

  test.each([
    ["is demoted", { role: "viewer" }],
    ["is disabled", { state: "disabled" }],
    ["loses the environment", { environments: ["production"] }],
  ])("a person who %s while the contract is read changes nothing", async (_what, change) => {
    const { api } = approvalConsole;
    const isChanged = approvalConsole.duringNextRead(() => setStaff("edith@test.example", change));
    const answer = await approvalConsole.change(customerID(), { plan: "enterprise" });
    expect(isChanged()).toBe(true);
    const problem = problemSchema.parse(await answer.json());
    expect([answer.status, problem.code, problem.detail]).toEqual([
      403,
      "forbidden",
      "edith@test.example may no longer change contracts in sandbox. Nothing was sent and nothing was changed.",
    ]);
    expect(approvalConsole.patches()).toBe(0);
    expect(api.customers[0]?.contract).toMatchObject({ plan: "essential" });
  });

  test("an approver who is demoted while the contract is read again approves nothing", async () => {
    await approvalConsole.setRules({ singleChanges: true });
    const approval = await approvalConsole.requested();
    const isChanged = approvalConsole.duringNextRead(() => setStaff("emil@test.example", { role: "viewer" }));
    expect(await codeOf(await approvalConsole.decide(approval, "approve"))).toEqual([403, "forbidden"]);
    expect(isChanged()).toBe(true);
    expect(approvalConsole.patches()).toBe(0);
    const detail = await approvalConsole.approval(approval.approvalID);
    expect(approvalDetailSchema.parse(await detail.json()).approval.state).toBe("waiting");
  });
});
