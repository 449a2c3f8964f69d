import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { changeLimitAnswerSchema, changeLimitPolicyAnswerSchema } from "#lib/contract/operations/change-limit.ts";
import { operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";
import { fileOf, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { readMetrics } from "#tests/fixtures/metrics/read-metrics.ts";
import { startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const metricsToken = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";

/** Functions that set, read and release the change limit of the sandbox. */
function limitOf(console: TestBff, administrator: string) {
  const path = "/api/sandbox/change-limit";
  const send = (method: string, rest: string, cookie: string, body?: object) =>
    console.send(method, `${path}${rest}`, { cookie, ...(body && { body }) });
  const decide = (step: string) => (requestID: string, cookie: string, body: object) =>
    send("POST", `/requests/${requestID}/${step}`, cookie, { reason: "Checked with the partner", ...body });
  const limit = {
    async set(sandbox: number | null) {
      const read = await console.send("GET", "/api/policy/change-limit", { cookie: administrator });
      const { policy } = changeLimitPolicyAnswerSchema.parse(await read.json());
      const body = { ...policy, sandbox };
      const changed = await console.send("PUT", "/api/policy/change-limit", { cookie: administrator, body });
      expect(changed.status).toBe(200);
    },
    read: async (cookie: string) => changeLimitAnswerSchema.parse(await (await send("GET", "", cookie)).json()),
    ask: (cookie: string, reason = "A price change of today") => send("POST", "/requests", cookie, { reason }),
    release: decide("release"),
    emergency: decide("emergency"),
    /** The only request that waits, as a colleague sees it. */
    async requested(cookie: string) {
      const { requests } = await limit.read(cookie);
      expect(requests).toHaveLength(1);
      return requests[0] as (typeof requests)[number];
    },
  };
  return limit;
}

/** A console whose store's clock can be moved forward. */
async function start(dialect: (typeof testDialects)[number]) {
  let aheadMs = 0;
  const console = await startProposalConsole({
    dialect,
    openStore: (url, given) => openStore(url, { ...given, aheadMs: () => aheadMs }),
  });
  onTestFinished(console.close);
  return {
    ...console,
    limit: limitOf(console.console, console.ada),
    pass(ms: number) {
      aheadMs += ms;
    },
  };
}

const problemOf = async (response: Response) => {
  const { code, retryAt, detail, operation } = operationProblemSchema.parse(await response.json());
  return { status: response.status, code, retryAt, detail, outcome: operation?.outcome };
};
const codeOf = async (response: Response) => [response.status, (await response.json()).code];

describe.each(testDialects.map((dialect) => ({ dialect })))("the change limit on $dialect", ({ dialect }) => {
  test("a change beyond the limit is refused, and the error says the limit, the next time and that a colleague can release more", async () => {
    const { limit, change, create, addCustomers, patches, editor, emil, viewer, sent, pass } = await start(dialect);
    await limit.set(2);
    const [first, second, third] = addCustomers(3).map(({ customerID }) => customerID) as [string, string, string];
    expect((await limit.read(viewer)).own).toEqual({ limit: 2, allowed: 2, changed: 0 });
    expect((await change(first, { plan: "professional" })).status).toBe(200);
    expect((await change(second, { plan: "professional" })).status).toBe(200);
    expect((await change(first, { term: "12-months" })).status).toBe(200);
    const refused = await problemOf(await change(third, { plan: "professional" }));
    expect(refused).toMatchObject({ status: 429, code: "change_limit_reached", outcome: "prevented" });
    expect(refused.detail).toContain("The limit of 2 changed customers an hour in sandbox is reached.");
    expect(refused.detail).toContain("A colleague can release more.");
    const waitMs = Date.parse(refused.retryAt ?? "") - Date.now();
    expect([waitMs > changeLimitHourMs - minuteMs, waitMs <= changeLimitHourMs]).toEqual([true, true]);
    const creation = await create({ companyName: "Acme", plan: "essential", term: "monthly" });
    expect(await problemOf(creation)).toMatchObject({ code: "change_limit_reached", outcome: "prevented" });
    expect([patches(), sent("POST").filter(({ path }) => path.includes("customers")).length]).toEqual([3, 0]);
    expect((await limit.read(editor)).own).toMatchObject({ changed: 2, nextAt: expect.any(String) });
    expect((await limit.read(emil)).own).toEqual({ limit: 2, allowed: 2, changed: 0 });
    pass(changeLimitHourMs);
    expect((await change(third, { plan: "professional" })).status).toBe(200);
  });

  test("a colleague releases more for an hour, and nobody can release more to themselves", async () => {
    const { limit, change, addCustomers, console, editor, emil, ada, viewer } = await start(dialect);
    const ids = addCustomers(4).map(({ customerID }) => customerID) as [string, string, string, string];
    expect(await codeOf(await limit.ask(editor))).toEqual([400, "invalid_request"]);
    await limit.set(1);
    expect(await codeOf(await limit.ask(editor))).toEqual([400, "invalid_request"]);
    await change(ids[0], { plan: "professional" });
    expect((await limit.ask(viewer)).status).toBe(403);
    expect((await limit.ask(editor)).status).toBe(200);
    expect((await limit.read(editor)).own).toMatchObject({ changed: 1, askedAt: expect.any(String) });
    const request = await limit.requested(emil);
    expect(request).toMatchObject({
      person: { email: "edith@test.example", name: expect.any(String) },
      reason: "A price change of today",
      changed: 1,
      allowed: 1,
    });
    expect(request.refusal).toBeUndefined();
    expect((await limit.requested(editor)).refusal).toContain("you requested it");
    const list = async (cookie: string) => {
      const answer = await console.send("GET", "/api/attention?mine", { cookie });
      return attentionListSchema.parse(await answer.json()).items.filter(({ kind }) => kind === "change-limit");
    };
    expect(await list(emil)).toMatchObject([{ id: request.requestID, state: "asked" }]);
    const { requestID } = request;
    expect(await codeOf(await limit.release(requestID, editor, { customers: 2 }))).toEqual([
      403,
      "other_person_required",
    ]);
    expect((await limit.release(requestID, viewer, { customers: 2 })).status).toBe(403);
    expect((await limit.release(requestID, emil, { customers: 0 })).status).toBe(400);
    expect((await limit.release(requestID, emil, { customers: 2, reason: " " })).status).toBe(400);
    expect((await limit.release(randomUUID(), emil, { customers: 2 })).status).toBe(404);
    expect((await limit.release(requestID, emil, { customers: 2 })).status).toBe(200);
    expect(await codeOf(await limit.release(requestID, ada, { customers: 2 }))).toEqual([409, "approval_moved"]);
    const statuses = [];
    for (const id of ids.slice(1)) statuses.push((await change(id, { plan: "professional" })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const events = (await readAudit(console.databaseUrl)).filter(({ action }) => action.startsWith("change-limit."));
    expect(events).toMatchObject([
      { action: "change-limit.asked", actor: { email: "edith@test.example" } },
      {
        action: "change-limit.released",
        actor: { email: "emil@test.example" },
        after: { person: "edith@test.example", customers: 2, reason: "Checked with the partner" },
      },
    ]);
  });

  test("in an emergency an administrator with a second factor releases more, also to themselves, and Attention shows it to everybody", async () => {
    const { limit, addCustomers, console, emil, ada } = await start(dialect);
    const ids = addCustomers(2).map(({ customerID }) => customerID);
    const begun = await console.send("POST", "/api/me/totp", { cookie: ada });
    const { secret } = (await begun.json()) as { secret: string };
    await limit.set(1);
    const change = (id: string | undefined, cookie: string) =>
      console.send("PATCH", `/api/sandbox/customers/${id}/contract`, { cookie, body: { plan: "professional" } });
    expect((await change(ids[0], ada)).status).toBe(200);
    await limit.ask(ada);
    const { requestID } = await limit.requested(ada);
    expect((await limit.emergency(requestID, emil, { customers: 5 })).status).toBe(403);
    expect(await codeOf(await limit.emergency(requestID, ada, { customers: 5 }))).toEqual([403, "factor_required"]);
    const code = codeAt(secret, Date.now());
    const enrolled = await console.send("POST", "/api/me/totp/confirm", { cookie: ada, body: { code } });
    const proved = enrolled.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    expect((await limit.emergency(requestID, proved, { customers: 5 })).status).toBe(200);
    expect((await change(ids[1], proved)).status).toBe(200);
    const answer = await console.send("GET", "/api/attention?mine", { cookie: emil });
    const { items } = attentionListSchema.parse(await answer.json());
    expect(items.filter(({ kind }) => kind === "change-limit")).toMatchObject([{ id: requestID, state: "emergency" }]);
    const events = (await readAudit(console.databaseUrl)).map(({ action }) => action);
    expect(events).toContain("change-limit.emergency");
  });

  test("an approved change counts for the person who requested it, and the request waits while this person is at the limit", async () => {
    const { limit, change, addCustomers, setRules, requested, decide, approval, emil, patches } = await start(dialect);
    await limit.set(1);
    const [other] = addCustomers(1);
    await change(other?.customerID ?? "", { plan: "professional" });
    await setRules({ singleChanges: true });
    const request = await requested();
    expect(await codeOf(await decide(request, "approve"))).toEqual([429, "change_limit_reached"]);
    expect((await (await approval(request.approvalID)).json()).approval.state).toBe("waiting");
    expect((await limit.read(emil)).own?.changed).toBe(0);
    await limit.set(2);
    expect((await decide(request, "approve")).status).toBe(200);
    expect(patches()).toBe(2);
  });

  test("an accepted proposal counts for the person who accepts it, and the proposal waits while this person is at the limit", async () => {
    const { limit, console, addCustomers, propose, accept, emil, editor } = await start(dialect);
    const [other] = addCustomers(1);
    const proposal = await propose();
    await limit.set(1);
    const path = `/api/sandbox/customers/${other?.customerID}/contract`;
    await console.send("PATCH", path, { cookie: emil, body: { plan: "professional" } });
    expect(await codeOf(await accept(proposal, emil))).toEqual([429, "change_limit_reached"]);
    expect(await (await accept(proposal, editor)).json()).toMatchObject({
      proposal: { state: "accepted" },
      operation: { actor: { email: "edith@test.example" } },
    });
  });

  test("a bulk change pauses at the limit, asks for more by itself, and continues after a release", async () => {
    const { console, limit, addCustomers, checked, step, until, patches, editor, emil } = await start(dialect);
    await limit.set(2);
    const { bulkID } = await checked(addCustomers(4).map(({ customerID }) => customerID));
    await step(bulkID, "resume");
    await until(bulkID, "first-done");
    await step(bulkID, "resume");
    const { bulk, rows } = await until(bulkID, "paused");
    expect(bulk.reason).toMatchObject({ code: "change_limit_reached", limitedAt: expect.any(String) });
    expect(bulk.reason?.message).toContain("It continues by itself when more customers can be changed.");
    expect(rows.map(({ state }) => state)).toEqual(["changed", "changed", "ready", "ready"]);
    // The run may stop many times at the limit, and continues by itself each time.
    const told = await console.send("GET", "/api/me/notifications", { cookie: editor });
    expect(ownNotificationListSchema.parse(await told.json()).notifications).toEqual([]);
    const request = await limit.requested(emil);
    expect(request).toMatchObject({ person: { email: "edith@test.example" }, reason: expect.stringContaining(bulkID) });
    expect((await limit.release(request.requestID, emil, { customers: 2 })).status).toBe(200);
    await until(bulkID, "finished");
    expect(patches()).toBe(4);
    const continued = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "bulk.continued");
    expect(continued.map(({ actor }) => actor.kind)).toEqual(["staff", "staff", "console"]);
  });
});

test("the metrics count the writes that a freeze and the change limit have stopped", async () => {
  const { console, ada, change, addCustomers, close } = await startProposalConsole({
    variables: { METRICS_TOKEN: metricsToken },
  });
  onTestFinished(close);
  const ids = addCustomers(3).map(({ customerID }) => customerID) as [string, string, string];
  await limitOf(console, ada).set(1);
  for (const id of ids) await change(id, { plan: "professional" });
  const freeze = { freezeID: randomUUID(), scope: "all", reason: "Porting" };
  await console.send("PUT", "/api/sandbox/freeze", { cookie: ada, body: freeze });
  await change(ids[0], { plan: "enterprise" });
  const { value } = await readMetrics(console, metricsToken);
  const held = (hold: string) => value("switchboard_held_writes_total", { environment: "sandbox", hold });
  expect([held("change-limit"), held("freeze")]).toEqual([2, 1]);
});

test("an import pauses at the limit, and continues when more customers can be changed", async () => {
  const imports = await startImportConsole({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
  onTestFinished(imports.close);
  const limit = limitOf(imports.console, await imports.console.signIn("ada@test.example"));
  await limit.set(1);
  const { importID } = (await imports.checked(fileOf(["Acme", "Bolt"]))).import;
  await imports.started(importID);
  await imports.step(importID, "resume", { to: "running" });
  const paused = await imports.until(importID, "paused");
  expect(paused.import.reason).toMatchObject({ code: "change_limit_reached" });
  expect(imports.api.customers).toHaveLength(1);
  await limit.set(2);
  await imports.until(importID, "finished");
  expect(imports.api.customers.map(({ body }) => body.companyName).toSorted()).toEqual(["Acme", "Bolt"]);
});

test("due planned changes wait at the limit and say so, are missed after their latest time, and reverts run", async () => {
  const planned = await startPlannedConsole();
  onTestFinished(planned.close);
  const limit = limitOf(planned.console, planned.administrator);
  const temporary = planned.addCustomer();
  const late = [planned.addCustomer(), planned.addCustomer()];
  const first = await planned.plan(temporary, { until: planned.ahead(30 * minuteMs) });
  const due = await Promise.all(late.map((one) => planned.plan(one, { at: planned.ahead(20 * minuteMs) })));
  planned.pass(10 * minuteMs);
  await planned.until(first, ({ steps }) => steps[0]?.state === "done");
  await limit.set(1);
  planned.pass(11 * minuteMs);
  for (const one of due) {
    const { state, steps } = await planned.until(one, ({ steps }) => steps[0]?.reason !== undefined);
    expect([state, steps[0]?.reason?.code]).toEqual(["scheduled", "waits"]);
    expect(steps[0]?.reason?.message).toContain("The limit of 1 changed customers an hour in sandbox is reached.");
  }
  // The end of the temporary change is neither limited nor counted.
  planned.pass(10 * minuteMs);
  await planned.until(first, ({ state }) => state === "done");
  expect(temporary.contract.plan).toBe("essential");
  const answer = await planned.console.send("GET", "/api/sandbox/operations", { cookie: planned.viewer });
  const recorded = ((await answer.json()).operations as { customerID: string }[]).map(({ customerID }) => customerID);
  expect(recorded).toEqual([temporary.customerID, temporary.customerID]);
  // One more customer is possible, and two changes wait.
  await limit.set(2);
  planned.pass(5 * minuteMs);
  const states = async () => (await Promise.all(due.map(planned.read))).map(({ state }) => state).toSorted();
  await expect.poll(states).toEqual(["done", "scheduled"]);
  planned.pass(61 * minuteMs);
  await expect.poll(states).toEqual(["done", "missed"]);
  expect(late.map(({ contract }) => contract.plan).toSorted()).toEqual(["essential", "professional"]);
});
