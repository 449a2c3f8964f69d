import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Approval } from "#lib/contract/operations/approval.ts";
import { type Freeze, freezeAnswerSchema } from "#lib/contract/operations/freeze.ts";
import { operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fileOf, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const inAnHour = () => inHours(1);

/** Freezes the sandbox, or ends the freeze, as an administrator. */
function freezeBy(console: TestBff, cookie: string) {
  const freezeID = randomUUID();
  const send = (method: string, body: object) => console.send(method, "/api/sandbox/freeze", { body, cookie });
  return {
    freezeID,
    set: (body: object = {}) => send("PUT", { freezeID, scope: "all", reason: "Porting weekend", ...body }),
    end: (body: object = {}) => send("DELETE", { freezeID, reason: "Ported", ...body }),
  };
}

/**
 * A store in which a function can run between the record of a write and its mark as sent, and in which a planned freeze
 * can begin between the mark and the sending. The first `reopenFailures` attempts to reopen a proposal fail.
 */
function storeWithMoments() {
  let [aheadMs, doesBegin] = [0, false];
  const moments = {
    beforeMark: async () => {},
    reopenFailures: 0,
    /** Lets the freeze that begins in an hour begin when the next write is marked. */
    beginAfterMark() {
      doesBegin = true;
    },
    async openStore(url: string, options: Parameters<typeof openStore>[1]) {
      const store = await openStore(url, { ...options, aheadMs: () => aheadMs });
      const markSent: typeof store.operations.markSent = async (...mark) => {
        await moments.beforeMark();
        const marked = await store.operations.markSent(...mark);
        if (!doesBegin || !marked.nextFreeze) return marked;
        [aheadMs, doesBegin] = [hourMs, false];
        return { ...marked, nextFreeze: { ...marked.nextFreeze, inMs: 0 } };
      };
      const reopen: typeof store.proposals.reopen = async (...given) => {
        moments.reopenFailures -= 1;
        if (moments.reopenFailures >= 0) throw new Error("the store failed for a moment");
        return store.proposals.reopen(...given);
      };
      const proposals = { ...store.proposals, reopen };
      return { ...store, proposals, operations: { ...store.operations, markSent } };
    },
  };
  return moments;
}

/** A freeze that begins in an hour and lasts for an hour. */
const laterFreeze = () => ({ start: inHours(1), end: inHours(2) });

async function start(dialect: (typeof testDialects)[number]) {
  const moments = storeWithMoments();
  const console = await startProposalConsole({ dialect, openStore: moments.openStore });
  onTestFinished(console.close);
  return {
    ...console,
    freeze: freezeBy(console.console, console.ada),
    /** Freezes the sandbox between the record and the mark of the next write. */
    freezeBeforeMark(freeze: ReturnType<typeof freezeBy>) {
      moments.beforeMark = async () => {
        moments.beforeMark = async () => {};
        await freeze.set();
      };
    },
    beginAfterMark: moments.beginAfterMark,
    failToReopen(times: number) {
      moments.reopenFailures = times;
    },
  };
}

const frozenProblem = async (response: Response) => {
  const { code, retryAt, detail, operation } = operationProblemSchema.parse(await response.json());
  return { status: response.status, code, retryAt, detail, outcome: operation?.outcome };
};

describe.each(testDialects.map((dialect) => ({ dialect })))("a freeze on $dialect", ({ dialect }) => {
  test("a frozen environment sends no write, says why and until when, and can still be read", async () => {
    const { console, freeze, change, create, customerID, patches, editor, viewer, sent } = await start(dialect);
    const end = inAnHour();
    expect((await freeze.set({ end })).status).toBe(200);
    const refused = await frozenProblem(await change(customerID, { plan: "enterprise" }));
    expect(refused).toMatchObject({ status: 409, code: "frozen", retryAt: end, outcome: "prevented" });
    expect(refused.detail).toContain("Changes in sandbox are frozen until");
    expect(refused.detail).toContain("Reason: Porting weekend. Nothing was sent and nothing was changed.");
    const creation = await create({ companyName: "Acme", plan: "essential", term: "monthly" });
    expect(await frozenProblem(creation)).toMatchObject({ status: 409, code: "frozen", outcome: "prevented" });
    expect([patches(), sent("POST").filter(({ path }) => path.includes("customers")).length]).toEqual([0, 0]);
    const read = await console.send("GET", `/api/sandbox/customers/${customerID}`, { cookie: viewer });
    expect(read.status).toBe(200);
    const shown = await console.send("GET", "/api/sandbox/freeze", { cookie: viewer });
    expect(freezeAnswerSchema.parse(await shown.json()).frozen).toMatchObject({
      reason: "Porting weekend",
      until: end,
    });
    expect((await console.send("DELETE", "/api/sandbox/freeze", { cookie: editor, body: {} })).status).toBe(403);
    expect((await freeze.end()).status).toBe(200);
    expect((await change(customerID, { plan: "enterprise" })).status).toBe(200);
    expect(patches()).toBe(1);
    const events = (await readAudit(console.databaseUrl)).filter(({ action }) => action.startsWith("freeze."));
    expect(events).toMatchObject([
      { action: "freeze.set", environment: "sandbox", after: { reason: "Porting weekend", end } },
      { action: "freeze.released", after: { reason: "Ported" } },
    ]);
  });

  test("a freeze that begins after a write was recorded stops the write before it is sent", async () => {
    const frozen = await start(dialect);
    frozen.freezeBeforeMark(frozen.freeze);
    const refused = await frozenProblem(await frozen.change(frozen.customerID, { plan: "enterprise" }));
    expect(refused).toMatchObject({ status: 409, code: "frozen", outcome: "prevented" });
    expect(frozen.patches()).toBe(0);
  });

  test("a freeze that begins after a write was marked as sent stops the write, and says why and until when", async () => {
    const { console, freeze, ada, beginAfterMark, change, customerID, patches } = await start(dialect);
    const { end, ...begin } = laterFreeze();
    await freeze.set({ ...begin, end });
    beginAfterMark();
    const refused = await frozenProblem(await change(customerID, { plan: "enterprise" }));
    expect(refused).toMatchObject({ status: 409, code: "frozen", retryAt: end, outcome: "prevented" });
    expect(refused.detail).toContain("Changes in sandbox are frozen until");
    expect(refused.detail).toContain("Reason: Porting weekend. Nothing was sent and nothing was changed.");
    expect(patches()).toBe(0);
    const listed = await console.send("GET", "/api/sandbox/operations", { cookie: ada });
    expect((await listed.json()).operations).toMatchObject([
      { sentAt: expect.any(String), problem: { code: "frozen", retryAt: end } },
    ]);
  });

  test.each([
    { meanwhile: "", failures: 0 },
    { meanwhile: ", and the store fails once meanwhile", failures: 1 },
  ])(
    "a proposal keeps waiting if a freeze begins after its change was marked as sent$meanwhile",
    async ({ failures }) => {
      const frozen = await start(dialect);
      const proposal = await frozen.propose();
      frozen.failToReopen(failures);
      await frozen.freeze.set(laterFreeze());
      frozen.beginAfterMark();
      expect(await (await frozen.accept(proposal)).json()).toMatchObject({
        proposal: { state: "waiting" },
        operation: { outcome: "prevented", problem: { code: "frozen" } },
      });
      await frozen.freeze.end();
      expect(await (await frozen.accept(proposal)).json()).toMatchObject({ proposal: { state: "accepted" } });
      expect(frozen.patches()).toBe(1);
    },
  );

  test("an approval and a proposal keep waiting if a freeze stops their decision, even if it begins during the decision", async () => {
    const { freeze, freezeBeforeMark, ...frozen } = await start(dialect);
    const { console, ada, setRules, requested, decide, approval, patches } = frozen;
    const proposal = await frozen.propose();
    await freeze.set();
    const codeOf = async (response: Response) => [response.status, (await response.json()).code];
    expect(await codeOf(await frozen.accept(proposal))).toEqual([409, "frozen"]);
    await freeze.end();
    const second = freezeBy(console, ada);
    freezeBeforeMark(second);
    expect(await (await frozen.accept(proposal)).json()).toMatchObject({
      proposal: { state: "waiting" },
      operation: { outcome: "prevented", problem: { code: "frozen" } },
    });
    await second.end();
    expect(await (await frozen.accept(proposal)).json()).toMatchObject({ proposal: { state: "accepted" } });
    expect(patches()).toBe(1);

    await setRules({ singleChanges: true });
    const request = await requested({ expected: { plan: "professional", term: "monthly" } });
    const stateOf = async ({ approvalID }: Approval) => (await (await approval(approvalID)).json()).approval.state;
    const third = freezeBy(console, ada);
    await third.set();
    expect(await codeOf(await decide(request, "approve"))).toEqual([409, "frozen"]);
    expect(await stateOf(request)).toBe("waiting");
    await third.end();
    const fourth = freezeBy(console, ada);
    freezeBeforeMark(fourth);
    expect((await decide(request, "approve")).status).toBe(200);
    expect([await stateOf(request), patches()]).toEqual(["waiting", 1]);
    await fourth.end();
    expect((await decide(request, "approve")).status).toBe(200);
    expect([await stateOf(request), patches()]).toEqual(["approved", 2]);
    const taken = (await readAudit(console.databaseUrl)).filter(({ action }) => action.endsWith(".reopened"));
    expect(taken.map(({ action }) => action)).toEqual(["proposal.reopened", "approval.reopened"]);
  });

  test("a bulk change pauses with the reason of the freeze, and continues by itself after it", async () => {
    const { console, freeze, addCustomers, checked, step, until, patches } = await start(dialect);
    const customers = addCustomers(3);
    const { bulkID } = await checked(customers.map(({ customerID }) => customerID));
    await step(bulkID, "resume");
    await until(bulkID, "first-done");
    await freeze.set();
    await step(bulkID, "resume");
    const { bulk, rows } = await until(bulkID, "paused");
    expect(bulk.reason).toMatchObject({ code: "frozen", message: expect.stringContaining("Reason: Porting weekend.") });
    expect(rows.map(({ state }) => state)).toEqual(["changed", "ready", "ready"]);
    expect(patches()).toBe(1);
    await freeze.end();
    await until(bulkID, "finished");
    expect(patches()).toBe(3);
    const continued = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "bulk.continued");
    expect(continued.map(({ actor }) => actor.kind)).toEqual(["staff", "staff", "console"]);
  });

  test("a bulk change whose marked row is stopped by a freeze pauses with its reason, and continues by itself", async () => {
    const { freeze, beginAfterMark, addCustomers, checked, step, until, patches } = await start(dialect);
    const customers = addCustomers(2);
    const { bulkID } = await checked(customers.map(({ customerID }) => customerID));
    await freeze.set(laterFreeze());
    beginAfterMark();
    await step(bulkID, "resume");
    const { bulk, rows } = await until(bulkID, "paused");
    expect(bulk.reason).toMatchObject({ code: "frozen", message: expect.stringContaining("Reason: Porting weekend.") });
    expect(rows.map(({ state }) => state)).toEqual(["ready", "ready"]);
    expect(patches()).toBe(0);
    await freeze.end();
    await until(bulkID, "first-done");
    expect(patches()).toBe(1);
  });
});

async function startImports() {
  const moments = storeWithMoments();
  const imports = await startImportConsole({
    openStore: moments.openStore,
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
  onTestFinished(imports.close);
  const freeze = freezeBy(imports.console, await imports.console.signIn("ada@test.example"));
  return { imports, freeze, moments };
}

test("an import whose marked row is stopped by a freeze pauses with its reason, and continues by itself", async () => {
  const { imports, freeze, moments } = await startImports();
  const { importID } = (await imports.checked(fileOf(["Acme", "Bolt"]))).import;
  await freeze.set(laterFreeze());
  moments.beginAfterMark();
  const paused = await imports.started(importID);
  expect(paused.import).toMatchObject({
    state: "paused",
    reason: { code: "frozen", message: expect.stringContaining("Reason: Porting weekend.") },
  });
  expect(imports.api.customers).toEqual([]);
  await freeze.end();
  await imports.until(importID, "first-done");
  expect(imports.api.customers).toHaveLength(1);
});

test("an import pauses with the reason of the freeze, and creates each customer once after it", async () => {
  const { imports, freeze } = await startImports();
  const { importID } = (await imports.checked(fileOf(["Acme", "Bolt", "Core"]))).import;
  await freeze.set();
  const paused = await imports.started(importID);
  expect(paused.import).toMatchObject({ state: "paused", reason: { code: "frozen" } });
  expect(imports.api.customers).toEqual([]);
  await freeze.end();
  await imports.until(importID, "first-done");
  await imports.step(importID, "resume", { to: "running" });
  await imports.until(importID, "finished");
  expect(imports.api.customers.map(({ body }) => body.companyName).toSorted()).toEqual(["Acme", "Bolt", "Core"]);
});

test("times that never come, and times that the clocks skip or repeat, are refused", async () => {
  const { console, ada } = await start("sqlite");
  const set = async (body: object) => {
    const response = await freezeBy(console, ada).set(body);
    const { errors, readings, freezes } = await response.json();
    return [response.status, errors?.[0]?.field ?? readings?.length ?? (freezes as Freeze[] | undefined)?.length];
  };
  const zone = "Europe/Berlin";
  const year = new Date().getUTCFullYear() + 1;
  // The last Sunday of October: the hour from 2 to 3 exists twice.
  const sunday = 31 - new Date(Date.UTC(year, 9, 31)).getUTCDay();
  const twice = { local: `${year}-10-${sunday}T02:30`, zone };
  const week = { every: "week", days: [6], from: "22:00", to: "06:00" };
  const month = { every: "month", counted: "end", day: 2, days: 2, from: "00:00", to: "00:00" };
  expect(await set({ start: inAnHour(), end: new Date(Date.now() + 60_000).toISOString() })).toEqual([400, "end"]);
  expect(await set({ end: new Date(Date.now() - 60_000).toISOString() })).toEqual([400, "end"]);
  expect(await set({ end: twice })).toEqual([422, "end"]);
  expect(await set({ repeats: week })).toEqual([400, "zone"]);
  expect(await set({ repeats: { ...month, days: 3 }, zone })).toEqual([400, "repeats"]);
  expect(await set({ repeats: { ...week, days: [] }, zone })).toEqual([400, "repeats.days"]);
  expect(await set({ reason: " " })).toEqual([400, "reason"]);
  expect(await set({ repeats: month, zone, start: inAnHour() })).toEqual([200, 1]);
  expect(await set({ repeats: week, zone, start: inAnHour() })).toEqual([200, 2]);
});
