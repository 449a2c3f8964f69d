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
  // The console knows only the values from the API's answers.
  const variables = { PROVISIONING_PLANS: undefined, PROVISIONING_TERMS: undefined, ...options.variables };
  const it = await startApprovalConsole({ ...options, variables });
  onTestFinished(it.close);
  return it;
}

/** Makes an answer of the API contain these plans. Returns the customers. */
async function show(it: ApprovalConsole, ...plans: string[]) {
  const customers = plans.flatMap((plan) => it.addCustomers(1, { plan, term: "12-months" }));
  await it.console.send("GET", "/api/sandbox/customers?datefrom=1970-01-01&limit=100", { cookie: it.ada });
  return customers;
}

/** Changes the contract of the model's first customer, as Edith's page does. */
const change = (it: ApprovalConsole, body: object, customerID = it.api.customers[0]?.customerID) =>
  it.console.send("PATCH", `/api/sandbox/customers/${customerID}/contract`, { body, cookie: it.editor });

const codeOf = async (response: Response) => ((await response.json()) as Problem).code;

async function answerOf(it: ApprovalConsole) {
  const response = await it.console.send("GET", "/api/policy/approvals", { cookie: it.ada });
  return approvalPolicyAnswerSchema.parse(await response.json());
}

async function attention(it: ApprovalConsole, cookie = it.ada) {
  const response = await it.console.send("GET", "/api/attention?kind=approval-rule", { cookie });
  return attentionListSchema.parse(await response.json()).items;
}

test.each(testDialects)("on %s a rule for Enterprise applies to the API's spelling enterprise", async (dialect) => {
  const it = await start({ dialect });
  await show(it, "enterprise");
  const saved = await it.setRules({ plans: ["Enterprise"], terms: ["12 Months"] });
  const { policy, unknown, values } = approvalPolicyAnswerSchema.parse(await saved.json());
  expect(policy.sandbox).toMatchObject({ plans: ["enterprise"], terms: ["12-months"] });
  expect(unknown).toEqual([]);
  expect(values.find(({ environment }) => environment === "sandbox")).toMatchObject({
    plans: ["enterprise", "essential"],
    terms: ["12-months", "monthly"],
  });
  for (const body of [{ plan: "enterprise" }, { plan: "Enterprise" }, { plan: " ENTERPRISE" }, { term: "12-months" }]) {
    const refused = await change(it, body);
    expect([body, refused.status, await codeOf(refused)]).toEqual([body, 403, "approval_required"]);
  }
  expect(it.patches()).toBe(0);
  expect((await change(it, { plan: "professional" })).status).toBe(200);
  expect(await attention(it)).toEqual([]);
});

test("a rule that no known plan fits holds for every change of a plan, and says so at once and under Attention", async () => {
  const it = await start();
  await show(it, "enterprise");
  const saved = approvalPolicyAnswerSchema.parse(await (await it.setRules({ plans: ["Enterprize"] })).json());
  expect(saved.unknown).toEqual([{ environment: "sandbox", member: "plan", value: "Enterprize" }]);
  const refused = await change(it, { plan: "professional" });
  const problem = (await refused.json()) as Problem;
  expect([refused.status, problem.code]).toEqual([403, "approval_required"]);
  expect(problem.detail).toContain("An approval rule names a plan that is not known");
  expect((await change(it, { term: "12-months" })).status).toBe(200);
  expect(await attention(it)).toMatchObject([
    { title: "Approval rule for a plan", change: { member: "plan", value: "Enterprize" }, href: "/policy" },
  ]);
  expect(await attention(it, it.editor)).toHaveLength(1);
  expect((await it.setRules({ plans: ["enterprise"] })).status).toBe(200);
  expect((await change(it, { plan: "professional" })).status).toBe(200);
});

test("a stored rule is rewritten when an answer shows the one value that fits, which is audited", async () => {
  const it = await start();
  await show(it, "essential");
  await it.setRules({ plans: ["Premium Plus"] });
  expect((await answerOf(it)).unknown).toHaveLength(1);
  await show(it, "premium-plus");
  await expect.poll(async () => (await answerOf(it)).policy.sandbox.plans).toEqual(["premium-plus"]);
  const { policy, unknown } = await answerOf(it);
  expect([unknown, policy.version]).toEqual([[], 2]);
  const audit = await it.console.send("GET", "/api/audit?action=policy.changed", { cookie: it.ada });
  expect(auditListSchema.parse(await audit.json()).events[0]).toMatchObject({
    actor: { kind: "console" },
    before: { sandbox: { plans: ["Premium Plus"] } },
    after: { sandbox: { plans: ["premium-plus"] } },
  });
  expect((await change(it, { plan: "professional" })).status).toBe(200);
  expect(await codeOf(await change(it, { plan: "premium-plus" }))).toBe("approval_required");
});

test("a rule that matches two known values stays unchanged and applies to both values", async () => {
  const it = await start();
  await show(it, "enterprise", "ENTERPRISE");
  await it.setRules({ plans: ["Enterprise"] });
  const { policy, unknown } = await answerOf(it);
  expect([policy.sandbox.plans, unknown]).toEqual([["Enterprise"], []]);
  for (const plan of ["enterprise", "ENTERPRISE"]) {
    expect(await codeOf(await change(it, { plan }))).toBe("approval_required");
  }
});

test("symbols distinguish plans: a rule for Basic+ does not apply to Basic", async () => {
  const it = await start();
  await show(it, "Basic", "Basic+");
  await it.setRules({ plans: ["basic+"] });
  expect((await answerOf(it)).policy.sandbox.plans).toEqual(["Basic+"]);
  expect(await codeOf(await change(it, { plan: "Basic+" }))).toBe("approval_required");
  expect((await change(it, { plan: "Basic" })).status).toBe(200);
});

test.each(testDialects)("on %s a console that starts rewrites the rules of a version before", async (dialect) => {
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
  // As if a second replica had read these values from the API.
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

test.each(testDialects)("on %s at most a hundred values of a member are kept", async (dialect) => {
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

test("planned changes, bulk changes and imports of values ask by the same comparison", async () => {
  const it = await start();
  const [customer] = await show(it, "enterprise");
  await it.setRules({ plans: ["Enterprise"] });
  const bulk = await it.checked([it.api.customers[0]?.customerID ?? ""], { plan: "enterprise" });
  expect(await codeOf(await it.step(bulk.bulkID, "resume"))).toBe("approval_required");
  const file = await it.postFile(`customerID,plan\n${customer?.customerID},ENTERPRISE\n`);
  const { bulk: fromFile } = (await file.json()) as { bulk: { bulkID: string } };
  const { rows } = await it.untilIt(fromFile.bulkID, (one) => one.bulk.state !== "checking");
  // The file contains another spelling of a known plan. The console uses the API's spelling, and this customer already
  // has that plan.
  expect(rows).toMatchObject([{ state: "same" }]);
});
