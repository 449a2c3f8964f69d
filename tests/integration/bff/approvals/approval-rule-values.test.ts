import { expect, onTestFinished, test } from "vitest";
import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import type { Problem } from "#lib/contract/errors.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { fitApprovalRules } from "#server/bff/approvals/fit-approval-rules.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import type { TestBffOptions } from "#tests/fixtures/console/create-test-bff.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

async function start(options: TestBffOptions = {}): Promise<ApprovalConsole> {
  // Removes these variables, so that the console knows only the values from the API's answers.
  const variables = { PROVISIONING_PLANS: undefined, PROVISIONING_TERMS: undefined, ...options.variables };
  const approvalConsole = await startApprovalConsole({ ...options, variables });
  onTestFinished(approvalConsole.close);
  return approvalConsole;
}

/**
 * Adds customers with these plans to the API, and waits until the console has stored the plans. Returns the customers.
 */
async function show(approvalConsole: ApprovalConsole, ...plans: string[]) {
  const customers = plans.flatMap((plan) => approvalConsole.addCustomers(1, { plan, term: "12-months" }));
  await approvalConsole.console.send("GET", "/api/sandbox/customers?datefrom=1970-01-01&limit=100", {
    cookie: approvalConsole.ada,
  });
  const sandboxValues = async () =>
    (await answerOf(approvalConsole)).values.find(({ environment }) => environment === "sandbox");
  await expect
    .poll(sandboxValues)
    .toMatchObject({ plans: expect.arrayContaining(plans), terms: expect.arrayContaining(["12-months"]) });
  return customers;
}

/** Changes the contract of the model API's first customer, as Edith's page does. */
const change = (
  approvalConsole: ApprovalConsole,
  body: object,
  customerID = approvalConsole.api.customers[0]?.customerID,
) =>
  approvalConsole.console.send("PATCH", `/api/sandbox/customers/${customerID}/contract`, {
    body,
    cookie: approvalConsole.editor,
  });

const codeOf = async (response: Response) => ((await response.json()) as Problem).code;

async function answerOf(approvalConsole: ApprovalConsole) {
  const response = await approvalConsole.console.send("GET", "/api/policy/approvals", { cookie: approvalConsole.ada });
  return approvalPolicyAnswerSchema.parse(await response.json());
}

async function attention(approvalConsole: ApprovalConsole, cookie = approvalConsole.ada) {
  const response = await approvalConsole.console.send("GET", "/api/attention?kind=approval-rule", { cookie });
  return attentionListSchema.parse(await response.json()).items;
}

test.each(testDialects)("on %s a rule for Enterprise applies to the API's spelling enterprise", async (dialect) => {
  const approvalConsole = await start({ dialect });
  await show(approvalConsole, "enterprise");
  const saved = await approvalConsole.setRules({ plans: ["Enterprise"], terms: ["12 Months"] });
  const { policy, unknown, values } = approvalPolicyAnswerSchema.parse(await saved.json());
  expect(policy.sandbox).toMatchObject({ plans: ["enterprise"], terms: ["12-months"] });
  expect(unknown).toEqual([]);
  expect(values.find(({ environment }) => environment === "sandbox")).toMatchObject({
    plans: ["enterprise", "essential"],
    terms: ["12-months", "monthly"],
  });
  for (const body of [{ plan: "enterprise" }, { plan: "Enterprise" }, { plan: " ENTERPRISE" }, { term: "12-months" }]) {
    const refused = await change(approvalConsole, body);
    expect([body, refused.status, await codeOf(refused)]).toEqual([body, 403, "approval_required"]);
  }
  expect(approvalConsole.patches()).toBe(0);
  expect((await change(approvalConsole, { plan: "professional" })).status).toBe(200);
  expect(await attention(approvalConsole)).toEqual([]);
});

test("a rule without a known matching plan applies to every change of a plan, and says so at once and under Attention", async () => {
  const approvalConsole = await start();
  await show(approvalConsole, "enterprise");
  const saved = approvalPolicyAnswerSchema.parse(
    await (await approvalConsole.setRules({ plans: ["Enterprize"] })).json(),
  );
  expect(saved.unknown).toEqual([{ environment: "sandbox", member: "plan", value: "Enterprize" }]);
  const refused = await change(approvalConsole, { plan: "professional" });
  const problem = (await refused.json()) as Problem;
  expect([refused.status, problem.code]).toEqual([403, "approval_required"]);
  expect(problem.detail).toContain("An approval rule names a plan that is not known");
  expect((await change(approvalConsole, { term: "12-months" })).status).toBe(200);
  expect(await attention(approvalConsole)).toMatchObject([
    { title: "Approval rule for a plan", change: { member: "plan", value: "Enterprize" }, href: "/policy" },
  ]);
  expect(await attention(approvalConsole, approvalConsole.editor)).toHaveLength(1);
  expect((await approvalConsole.setRules({ plans: ["enterprise"] })).status).toBe(200);
  expect((await change(approvalConsole, { plan: "professional" })).status).toBe(200);
});

test("a stored rule is rewritten when an answer shows the one value that matches, and this is audited", async () => {
  const approvalConsole = await start();
  await show(approvalConsole, "essential");
  await approvalConsole.setRules({ plans: ["Premium Plus"] });
  expect((await answerOf(approvalConsole)).unknown).toHaveLength(1);
  await show(approvalConsole, "premium-plus");
  await expect.poll(async () => (await answerOf(approvalConsole)).policy.sandbox.plans).toEqual(["premium-plus"]);
  const { policy, unknown } = await answerOf(approvalConsole);
  expect([unknown, policy.version]).toEqual([[], 2]);
  const audit = await approvalConsole.console.send("GET", "/api/audit?action=policy.changed", {
    cookie: approvalConsole.ada,
  });
  expect(auditListSchema.parse(await audit.json()).events[0]).toMatchObject({
    actor: { kind: "console" },
    before: { sandbox: { plans: ["Premium Plus"] } },
    after: { sandbox: { plans: ["premium-plus"] } },
  });
  expect((await change(approvalConsole, { plan: "professional" })).status).toBe(200);
  expect(await codeOf(await change(approvalConsole, { plan: "premium-plus" }))).toBe("approval_required");
});

test("a rule that matches two known values stays unchanged and applies to both values", async () => {
  const approvalConsole = await start();
  await show(approvalConsole, "enterprise", "ENTERPRISE");
  await approvalConsole.setRules({ plans: ["Enterprise"] });
  const { policy, unknown } = await answerOf(approvalConsole);
  expect([policy.sandbox.plans, unknown]).toEqual([["Enterprise"], []]);
  for (const plan of ["enterprise", "ENTERPRISE"]) {
    expect(await codeOf(await change(approvalConsole, { plan }))).toBe("approval_required");
  }
});

test("symbols distinguish plans: a rule for Basic+ does not apply to Basic", async () => {
  const approvalConsole = await start();
  await show(approvalConsole, "Basic", "Basic+");
  await approvalConsole.setRules({ plans: ["basic+"] });
  expect((await answerOf(approvalConsole)).policy.sandbox.plans).toEqual(["Basic+"]);
  expect(await codeOf(await change(approvalConsole, { plan: "Basic+" }))).toBe("approval_required");
  expect((await change(approvalConsole, { plan: "Basic" })).status).toBe(200);
});

test.each(testDialects)("on %s a starting console rewrites the rules of an earlier version", async (dialect) => {
  const database = await createStoreDatabase("console", dialect);
  const store = await openStore(database.url);
  onTestFinished(async () => {
    await store.close();
    await database.drop();
  });
  const clients = new Map([["sandbox", {}]]) as never;
  const configuredValues = { plans: [], terms: [], hardwareOnlyPlans: undefined, plannedGraceMinutes: 60 };
  const services = { store, clients, configuredValues, clock: systemClock, log: createLog("silent") };
  const event = () => ({ actor: { kind: "console" }, action: "policy.changed", outcome: "done" }) as const;
  const sandbox = { ...noApprovalRules, plans: ["ENTERPRISE", "Other"], terms: ["12 months"] };
  await store.approvalPolicy.respell((policy) => ({ ...policy, sandbox }), event, Date.now());
  // Stores these values, as if a second replica had read them from the API.
  const seen = [
    { member: "plan", value: "enterprise" },
    { member: "term", value: "12-month" },
  ] as const;
  await store.contractValues.add("sandbox", [...seen, ...seen], Date.now());
  await Promise.all([fitApprovalRules(services), fitApprovalRules(services)]);
  const { sandbox: after, production, version } = await store.approvalPolicy.read();
  expect(after).toMatchObject({ plans: ["enterprise", "Other"], terms: ["12-month"] });
  expect([production, version]).toEqual([noApprovalRules, 2]);
});

test.each(testDialects)("on %s at most a hundred values of a member are stored", async (dialect) => {
  const database = await createStoreDatabase("console", dialect);
  const store = await openStore(database.url);
  onTestFinished(async () => {
    await store.close();
    await database.drop();
  });
  const values = Array.from({ length: 130 }, (_, index) => ({ member: "plan" as const, value: `plan ${index}` }));
  await store.contractValues.add("sandbox", values, Date.now());
  expect((await store.contractValues.list("sandbox")).plans).toHaveLength(100);
  expect(await store.contractValues.list("production")).toEqual({ plans: [], terms: [] });
});

test("planned changes, bulk changes and imports compare values with the rules in the same way", async () => {
  const approvalConsole = await start();
  const [customer] = await show(approvalConsole, "enterprise");
  await approvalConsole.setRules({ plans: ["Enterprise"] });
  const bulk = await approvalConsole.checked([approvalConsole.api.customers[0]?.customerID ?? ""], {
    plan: "enterprise",
  });
  expect(await codeOf(await approvalConsole.step(bulk.bulkID, "resume"))).toBe("approval_required");
  const file = await approvalConsole.postFile(`customerID,plan\n${customer?.customerID},ENTERPRISE\n`);
  const { bulk: fromFile } = (await file.json()) as { bulk: { bulkID: string } };
  const { rows } = await approvalConsole.untilIt(fromFile.bulkID, (one) => one.bulk.state !== "checking");
  // The file spells a known plan differently. The console uses the API's spelling, so this customer already has the
  // plan.
  expect(rows).toMatchObject([{ state: "same" }]);
});
