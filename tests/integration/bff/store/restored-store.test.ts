import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { consoleHealthSchema } from "#lib/contract/console/console-health.ts";
import { scheduledExportAnswerSchema, scheduledExportListSchema } from "#lib/contract/console/scheduled-export.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import type { ImportRow } from "#lib/contract/operations/imports.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { mentionOf } from "#lib/contract/values/console/mentions.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { backupCommand } from "#server/bff/backup-command.ts";
import { matchKeyOf } from "#server/bff/creations/creation-match.ts";
import { restoreCommand } from "#server/bff/restore-command.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createAssistant } from "#tests/fixtures/assistants/assistant-client.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { newCreation } from "#tests/fixtures/creations/new-creation.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { exportsPath, startFileReceiver } from "#tests/fixtures/scheduled-exports/export-console.ts";

/**
 * The clock of the consoles and their API. It makes time limits so long that none is reached, even on a slow machine.
 */
let clock: Clock;
beforeEach(() => {
  clock = createFastClock(5, 0.01);
});

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const staff = [
  { email: "edith@test.example", role: "editor" as const },
  { email: "vera@test.example", role: "viewer" as const },
  { email: "ada@test.example", role: "administrator" as const },
];

/** Starts a receiver that accepts everything that is pushed. */
async function startReceiver(): Promise<{ origin: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

const isWrite = ({ method }: { method: string }) => method !== "GET";
const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state);
const namesOf = ({ customers }: ModelApi) => customers.map(({ body }) => String(body.companyName));

interface Restored {
  importConsole: ImportConsole;
  output: string;
}

describe.each(testDialects)("a store that is restored on %s", (dialect) => {
  /**
   * Starts a console. Returns a function that makes a backup of it, and starts another console on the restored store.
   */
  async function startConsole(variables: Record<string, string> = {}) {
    const api = await startModelApi({ now: clock.now });
    cleanups.push(() => api.close());
    let store: ConsoleStore | undefined;
    const importConsole = await startImportConsole({
      api,
      dialect,
      staff,
      variables,
      clock,
      async openStore(url, given) {
        store = await openStore(url, given);
        return store;
      },
    });
    cleanups.push(() => importConsole.close());
    const folder = await createTestDatabase("sqlite");
    cleanups.push(folder.drop);
    const file = folder.url.slice("sqlite:".length).replace("store.db", "console.backup");
    const { databaseUrl } = importConsole.console;
    return {
      importConsole,
      api,
      databaseUrl,
      store: store as unknown as ConsoleStore,
      backup: () => runCommand(backupCommand, [file], configuredVariables(databaseUrl)),
      async restore(): Promise<Restored> {
        const target = await createTestDatabase(dialect);
        cleanups.push(target.drop);
        const words = [file];
        const { code, output } = await runCommand(restoreCommand, words, configuredVariables(target.url));
        expect(code, output).toBe(0);
        const restored = await startImportConsole({ api, clock, staff: [], databaseUrl: target.url, variables });
        cleanups.push(() => restored.close());
        return { importConsole: restored, output };
      },
    };
  }

  const get = async (importConsole: ImportConsole, path: string, cookie = importConsole.editor) => {
    const response = await importConsole.console.send("GET", path, { cookie });
    expect(response.status, path).toBe(200);
    return response.json();
  };

  test("a restored store does not resend requests that were in progress, and creates nothing twice when it continues", async () => {
    const receiver = await startReceiver();
    const secret = "a secret that is long enough for a receiver";
    const before = await startConsole({
      AUDIT_PUSH_URL: `${receiver.origin}/audit`,
      AUDIT_PUSH_SECRET: secret,
      NOTIFICATION_URL: `${receiver.origin}/notifications`,
      NOTIFICATION_SECRET: secret,
    });
    const { importConsole, api, store } = before;
    const [planned1, planned2, planned3, ...changed] = importConsole.addCustomers(
      ...["Later", "Due", "Running", "First", "Second", "Third"].map((companyName) => ({ companyName })),
    );
    const edith = await store.staff.findByEmail("edith@test.example");

    // Starts one piece of work of each kind. All of them are in progress.
    const importID = (await importConsole.checked(fileOf(["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]))).import.importID;
    await importConsole.started(importID);
    const body = {
      change: { plan: "professional" },
      source: { kind: "ids", customerIDs: changed.map((one) => one.customerID) },
    };
    const started = await importConsole.console.send("POST", "/api/sandbox/bulk", {
      body,
      cookie: importConsole.editor,
    });
    const { bulkID } = bulkAnswerSchema.parse(await started.json()).bulk;
    const bulkIn = async (from: ImportConsole) =>
      bulkDetailSchema.parse(await get(from, `/api/sandbox/bulk/${bulkID}?limit=100`));
    const resumeBulk = (from: ImportConsole) =>
      from.console.send("POST", `/api/sandbox/bulk/${bulkID}/resume`, { cookie: from.editor });
    await expect.poll(async () => (await bulkIn(importConsole)).bulk.state).toBe("checked");
    await resumeBulk(importConsole);
    await expect.poll(async () => (await bulkIn(importConsole)).bulk.state, { timeout: 20_000 }).toBe("first-done");
    const at = new Date(clock.now() + 24 * 3_600_000).toISOString();
    for (const customer of [planned1, planned2, planned3]) {
      const plan = { customerID: customer?.customerID, change: { plan: "professional" }, at };
      const answer = await importConsole.console.send("POST", "/api/sandbox/planned", {
        body: { ...plan, expected: { term: "monthly", plan: "essential" } },
        cookie: importConsole.editor,
      });
      expect(answer.status, await answer.clone().text()).toBe(201);
    }
    const gate = Promise.withResolvers<void>();
    api.script(async (request) => {
      if (isWrite(request)) await gate.promise;
      return undefined;
    });
    await importConsole.step(importID, "resume", { to: "running" });
    await resumeBulk(importConsole);
    const own = { companyName: "Gus", plan: "essential", term: "monthly", adminUser: { email: "gus@a.example" } };
    const created = importConsole.create(own);
    const recorded = { companyName: "Hal", plan: "essential", term: "monthly", adminUser: { email: "hal@a.example" } };
    const dueAt = clock.now() + 3_600_000;
    const known = { request: recorded, matchKey: matchKeyOf(recorded), createdAt: clock.now(), dueAt };
    await store.operations.record(newCreation(edith?.staffID ?? "", known));
    // Makes a planned change look as if it was due a minute ago. If `retryAt` is null, it runs now. Otherwise it waits
    // until `retryAt`.
    const makeDue = (companyName: string, retryAt: number | null) => {
      const dueAt = Math.floor(Date.now() / 1_000) * 1_000 - 60_000;
      const local = new Date(dueAt).toISOString().slice(0, 19);
      return queryStore(
        before.databaseUrl,
        `update "plannedSteps" set "dueAt" = ${dueAt}, "local" = '${local}', "zone" = 'UTC', "utcOffset" = '+00:00',
          "retryAt" = ${retryAt} where "plannedChangeID" in (
            select "plannedChangeID" from "plannedChanges" where "companyName" = '${companyName}')`,
      );
    };
    await makeDue("Due", clock.now() + 3_600_000);
    await makeDue("Running", null);
    // After the two first rows, five more writes were sent and not answered: two rows of the import, one row of the
    // bulk change, a planned change and a creation.
    await expect.poll(() => api.requests.filter(isWrite).length, { timeout: 20_000 }).toBe(2 + 5);
    expect(await before.backup()).toMatchObject({ code: 0 });

    // The original console continues and finishes all its work.
    gate.resolve();
    expect((await created).status).toBe(202);
    await importConsole.until(importID, "finished");
    await expect.poll(async () => (await bulkIn(importConsole)).bulk.state, { timeout: 20_000 }).toBe("finished");
    importConsole.addCustomers(recorded).forEach((customer) => {
      customer.createdMs = clock.now();
    });
    await importConsole.console.bff.close();
    const customers = api.customers.length;
    const contracts = JSON.stringify(api.customers.map(({ contract }) => contract));
    api.requests.splice(0);
    receiver.bodies.splice(0);

    const { importConsole: again, output } = await before.restore();
    expect(output).toContain("Nothing is sent to the API until a person says so");
    for (const line of [
      "Bulk changes paused: 1",
      "Imports paused: 1",
      "Planned changes frozen: 3, of which 1 were due",
    ]) {
      expect(output).toContain(line);
    }
    expect(output).toContain("outcome is unknown now: 6");

    // The restored console finds the results of the unanswered requests by reading customers.
    const list = async (outcome: string) =>
      operationListSchema.parse(await get(again, `/api/sandbox/operations?outcome=${outcome}&limit=100`)).total;
    await expect.poll(() => list("unknown"), { timeout: 30_000 }).toBe(0);
    await expect
      .poll(async () => states((await again.read(importID)).rows), { timeout: 20_000 })
      .toEqual(["created", "created", "created", "ready", "ready", "ready"]);
    const paused = await again.read(importID);
    expect(paused.import).toMatchObject({ state: "paused", pausedFrom: "checking", reason: { code: "restored" } });
    expect((await bulkIn(again)).bulk).toMatchObject({ state: "paused", reason: { code: "restored" } });
    const plannedIn = async () =>
      (await get(again, "/api/sandbox/planned")) as {
        planned: { companyName: string; state: string }[];
        hold: { held: boolean; reason?: string };
      };
    const plannedStates = async () =>
      Object.fromEntries((await plannedIn()).planned.map(({ companyName, state }) => [companyName, state]));
    await expect
      .poll(plannedStates, { timeout: 20_000 })
      .toEqual({ Later: "scheduled", Due: "suspended", Running: "done" });
    expect((await plannedIn()).hold).toMatchObject({
      held: true,
      reason: expect.stringContaining("restored from a backup"),
    });
    const administrator = await again.console.signIn("ada@test.example");
    const attention = attentionListSchema.parse(await get(again, "/api/attention", administrator));
    const restored = attention.items.filter(({ kind }) => kind === "restored");
    expect(restored.map(({ id, environment }) => `${environment} ${id}`).sort()).toEqual([
      "production audit-push",
      "production notifications",
      "sandbox planned",
    ]);
    const events = (await get(again, "/api/audit?action=store.restored", administrator)) as {
      events: { after: { held: object } }[];
    };
    expect(events.events[0]?.after.held).toEqual({
      operations: 6,
      bulks: 1,
      imports: 1,
      plannedChanges: 3,
      suspendedPlannedChanges: 1,
    });

    // A person continues the import. The console finds the customer of every row, and sends nothing.
    await again.step(importID, "resume", { to: "checking" });
    const over = await again.until(importID, "finished");
    expect(states(over.rows)).toEqual(Array(6).fill("created"));
    expect(over.import.counts).toMatchObject({ created: 6, ready: 0 });
    const [late] = over.rows.slice(3);
    expect(late).toMatchObject({ reason: expect.stringContaining("Created before the restore") });
    expect(late?.customerID).toBe(api.customers.find(({ body: { companyName } }) => companyName === "Dee")?.customerID);
    await resumeBulk(again);
    await expect.poll(async () => (await bulkIn(again)).bulk.state, { timeout: 20_000 }).toBe("finished");
    expect(states((await bulkIn(again)).rows).sort()).toEqual(["changed", "changed", "same"]);
    expect(api.requests.filter(isWrite)).toEqual([]);
    expect(api.customers).toHaveLength(customers);
    expect(JSON.stringify(api.customers.map(({ contract }) => contract))).toBe(contracts);

    // Nothing is pushed before an administrator allows it.
    expect(receiver.bodies).toEqual([]);
    const restart = (name: string, empty: boolean, cookie: string) =>
      again.console.send("POST", `/api/outboxes/${name}/restart`, { body: { empty }, cookie });
    const statusOf = async () => consoleHealthSchema.parse(await get(again, "/api/status", administrator));
    expect(await statusOf()).toMatchObject({
      auditPush: { stoppedAt: expect.any(String) },
      notifications: { stoppedAt: expect.any(String) },
    });
    expect((await restart("audit-push", true, again.editor)).status).toBe(403);
    expect((await restart("audit-push", true, administrator)).status).toBe(204);
    expect((await restart("audit-push", true, administrator)).status).toBe(404);
    // The backup may contain the lease of a sender. On PostgreSQL, the lease lasts 30 s.
    await expect.poll(async () => (await statusOf()).auditPush?.waiting, { timeout: 60_000 }).toBe(0);
    // The console pushes the events since the restore, but not the events in the backup.
    const pushed = receiver.bodies.map((text) => (JSON.parse(text) as { data: { action: string } }).data.action);
    expect(pushed).toContain("store.restored");
    expect(pushed).toContain("outbox.emptied");
    expect(pushed).not.toContain("bulk.created");
    expect((await restart("notifications", false, administrator)).status).toBe(204);
    await expect.poll(async () => (await statusOf()).notifications?.waiting, { timeout: 60_000 }).toBe(0);
    expect((await statusOf()).notifications?.stoppedAt).toBeUndefined();
  }, 180_000);

  test("a restored store sends no file and no e-mail of the backup, and runs no export that was due before", async () => {
    let isAccepting = false;
    const receiver = await startFileReceiver(() => (isAccepting ? 204 : 503));
    const mailServer = await startMailServer({ refuses: () => !isAccepting });
    cleanups.push(mailServer.close);
    const before = await startConsole({ ...receiver.variables, ...mailServer.variables });
    const { importConsole, api, store } = before;
    importConsole.addCustomers({ companyName: "Acme" });
    const editorOf = (from: ImportConsole) => (method: string, path: string, body?: object) =>
      from.console.send(method, path, { body, cookie: from.editor });
    const send = editorOf(importConsole);
    const made = await send("POST", "/api/views", { name: "All", query: "window=all", shared: false });
    const { viewID } = viewAnswerSchema.parse(await made.json()).view;
    const times = { format: "csv", times: { every: "day", time: "07:00" }, zone: "UTC" };
    const schedule = async () => {
      const answer = await send("POST", exportsPath, { viewID, ...times, sends: true });
      return scheduledExportAnswerSchema.parse(await answer.json()).schedule.scheduleID;
    };
    const [one, other] = [await schedule(), await schedule()];
    const runsIn = async (from: ImportConsole, scheduleID: string) => {
      const { schedules } = scheduledExportListSchema.parse(await get(from, exportsPath));
      return schedules.find((shown) => shown.scheduleID === scheduleID)?.runs ?? [];
    };
    const run = (from: ImportConsole, scheduleID: string) => editorOf(from)("POST", `${exportsPath}/${scheduleID}/run`);
    await run(importConsole, one);
    await expect
      .poll(async () => (await runsIn(importConsole, one))[0]?.sent?.problem, { timeout: 20_000 })
      .toBeDefined();
    // The run of the other schedule hangs. So nothing runs the first schedule, which has been due for an hour.
    api.script(({ path }) => (path === "/customers" ? { effect: "no", answer: "hang" } : undefined));
    await run(importConsole, other);
    await expect.poll(() => api.hanging(), { timeout: 20_000 }).toBe(1);
    const dueAt = Math.round(clock.now()) - 3_600_000;
    await queryStore(
      before.databaseUrl,
      `update "exportSchedules" set "dueAt" = ${dueAt} where "scheduleID" = '${one}'`,
    );
    // One e-mail was refused and is tried again, and another one waits for its time.
    const vera = (await store.staff.findByEmail("vera@test.example"))?.staffID ?? "";
    const email = { mention: "now", "hand-over": "digest" } as const;
    await store.preferences.change(vera, { notifications: { zone: "UTC", email } }, clock.now());
    const about = {
      environment: "sandbox",
      to: { staffIDs: [vera] },
      by: null,
      title: "Acme",
      href: "/sandbox",
    } as const;
    const nowMs = Math.round(clock.now());
    await store.ownNotifications.add([{ ...about, kind: "mention", state: "note", key: "one" }], nowMs);
    await store.ownNotifications.add([{ ...about, kind: "hand-over", state: "received", key: "two" }], nowMs);
    const waiting = () =>
      queryStore(
        before.databaseUrl,
        `select "kind" from "ownNotifications" where "emailAt" > ${nowMs} order by "kind"`,
      );
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ kind: "hand-over" }, { kind: "mention" }]);
    expect(await before.backup()).toMatchObject({ code: 0 });
    await importConsole.console.bff.close();
    api.script(() => undefined);
    isAccepting = true;
    receiver.received.splice(0);

    const { importConsole: again } = await before.restore();
    expect(await runsIn(again, one)).toMatchObject([
      { state: "done", file: { removed: { why: "restore" } }, sent: { state: "given-up" } },
    ]);
    const message = "The store was restored before this run was finished.";
    expect(await runsIn(again, other)).toMatchObject([{ state: "failed", problem: { message } }]);
    const administrator = await again.console.signIn("ada@test.example");
    const statusOf = async () => consoleHealthSchema.parse(await get(again, "/api/status", administrator)).exports;
    expect(await statusOf()).toMatchObject({ waiting: 0, stoppedAt: expect.any(String) });
    // New files wait until an administrator allows the sending.
    await run(again, one);
    await expect.poll(async () => (await runsIn(again, one))[0]?.sent?.state, { timeout: 20_000 }).toBe("waiting");
    const body = { empty: false };
    const restarted = await again.console.send("POST", "/api/outboxes/exports/restart", {
      body,
      cookie: administrator,
    });
    expect(restarted.status).toBe(204);
    await expect.poll(async () => (await runsIn(again, one))[0]?.sent?.state, { timeout: 60_000 }).toBe("sent");
    const runs = await runsIn(again, one);
    expect(runs.map(({ cause }) => cause)).toEqual(["manual", "manual"]);
    expect(receiver.received.map(({ id }) => id)).toEqual([`export-${runs[0]?.runID}`]);
    // Only what happens after the restore is sent by e-mail.
    const due = `select "kind" from "ownNotifications" where "emailAt" is not null`;
    expect(await queryStore(again.console.databaseUrl, due)).toEqual([]);
    const [customerID] = api.customers.map((customer) => customer.customerID);
    const noted = await editorOf(again)("POST", `/api/sandbox/customers/${customerID}/notes`, {
      text: `${mentionOf(vera)} please call back`,
    });
    expect(noted.status).toBe(201);
    await expect.poll(() => mailServer.mails.length, { timeout: 20_000 }).toBe(1);
    expect(mailServer.mails[0]).toContain("1 mention in sandbox");
    expect(await get(again, "/api/me/notifications", again.viewer)).toMatchObject({ unread: 3 });
  }, 120_000);

  if (!ruleDialects.includes(dialect)) return;

  /**
   * Starts an import. Its first customer is created before the backup. `createdAfter` creates more of its customers
   * after the backup.
   */
  async function halfImported(names: readonly string[], createdAfter: (importConsole: ImportConsole) => unknown) {
    const before = await startConsole();
    const { importID } = (await before.importConsole.checked(fileOf(names))).import;
    await before.importConsole.started(importID);
    expect(await before.backup()).toMatchObject({ code: 0 });
    await createdAfter(before.importConsole);
    await before.importConsole.console.bff.close();
    before.api.requests.splice(0);
    return { ...before, importID, ...(await before.restore()) };
  }

  const addNow = (importConsole: ImportConsole, companyName: string, email: string) => {
    for (const customer of importConsole.addCustomers({ companyName, adminUser: { email } }))
      customer.createdMs = clock.now();
  };

  test("a restored import counts customers created after the backup, asks about uncertain rows, and creates the rest once", async () => {
    const { importConsole, api, importID } = await halfImported(["Ann", "Bob", "Cid", "Dee"], (old) => {
      addNow(old, "Bob", "bob@a.example");
      // This customer was renamed after the backup, but has the same email address.
      addNow(old, "Cid and Sons", "cid@a.example");
    });
    await importConsole.step(importID, "resume", { to: "checking" });
    const { import: checked, rows } = await importConsole.until(importID, "checked");
    expect(states(rows)).toEqual(["created", "created", "similar", "ready"]);
    expect(rows[2]?.candidates[0]).toMatchObject({ companyName: "Cid and Sons", match: "email" });
    expect(api.requests.filter(isWrite)).toEqual([]);
    const start = (digest: string | undefined) =>
      importConsole.step(importID, "start", { digest, acceptWarnings: true });
    expect((await start(checked.digest)).status).toBe(400);
    // Neither the decision about a created row nor the import's columns can be changed any more.
    const decide = (position: number) =>
      importConsole.step(importID, "rows", { rows: [{ position, decision: "create" }] });
    expect((await decide(2)).status).toBe(400);
    expect((await importConsole.step(importID, "map", { columns: {} })).status).not.toBe(200);
    expect((await decide(3)).status).toBe(200);
    const over = await importConsole.ran(importID);
    expect(over.import.state).toBe("finished");
    expect(states(over.rows)).toEqual(Array(4).fill("created"));
    expect(namesOf(api).sort()).toEqual(["Ann", "Bob", "Cid", "Cid and Sons", "Dee"]);
  }, 120_000);

  test("a restored import does not ask about a row that has the same address as another row of the import", async () => {
    const rows = ["Ann", "Bob", "Cid", "Dee"].map((name) => `${name},it@a.example,essential,monthly`);
    const before = await startConsole();
    const { importID } = (await before.importConsole.checked(["companyName,adminEmail,plan,term", ...rows].join("\n")))
      .import;
    await before.importConsole.started(importID);
    expect(await before.backup()).toMatchObject({ code: 0 });
    addNow(before.importConsole, "Bob", "it@a.example");
    await before.importConsole.console.bff.close();
    const { importConsole } = await before.restore();
    await importConsole.step(importID, "resume", { to: "checking" });
    expect(states((await importConsole.until(importID, "checked")).rows)).toEqual([
      "created",
      "created",
      "ready",
      "ready",
    ]);
  }, 120_000);

  test("a restored import with an incomplete search stops, and creates no customer", async () => {
    const { importConsole, api, importID } = await halfImported(["Ann", "Bob", "Cid"], (old) =>
      addNow(old, "Bob", "bob@a.example"),
    );
    api.script(({ method, path }) =>
      method === "GET" && path === "/customers"
        ? { effect: "no", answer: { status: 400, body: { message: "No" } } }
        : undefined,
    );
    await importConsole.step(importID, "resume", { to: "checking" });
    const stopped = await importConsole.until(importID, "paused", "checked", "finished");
    expect(stopped.import).toMatchObject({ state: "paused", reason: { code: "search-incomplete" } });
    expect(states(stopped.rows)).toEqual(["created", "ready", "ready"]);
    api.script(() => undefined);
    await importConsole.step(importID, "resume", { to: "checking" });
    const checked = await importConsole.until(importID, "checked");
    expect(states(checked.rows)).toEqual(["created", "created", "ready"]);
    const rest: ImportRow[] = (await importConsole.ran(importID)).rows;
    expect(states(rest)).toEqual(Array(3).fill("created"));
    expect(namesOf(api).sort()).toEqual(["Ann", "Bob", "Cid"]);
  }, 120_000);

  test("a restored import searches for each row if the list cannot be read to its end", async () => {
    const { importConsole, api, importID } = await halfImported(["Ann", "Bob", "Cid"], (old) =>
      addNow(old, "Bob", "bob@a.example"),
    );
    api.script(({ method, path, query }) =>
      method === "GET" && path === "/customers" && !query.has("searchTerm")
        ? { effect: "no", answer: { status: 200, body: { customers: [], total: 500, limit: 100, offset: 0 } } }
        : undefined,
    );
    await importConsole.step(importID, "resume", { to: "checking" });
    expect(states((await importConsole.until(importID, "checked", "paused")).rows)).toEqual([
      "created",
      "created",
      "ready",
    ]);
  }, 120_000);

  test("a proposal that waited in the backup has expired after a restore, and cannot be accepted", async () => {
    const before = await startConsole();
    const { console } = before.importConsole;
    const [customer] = before.importConsole.addCustomers({ companyName: "First" });
    const assistant = await createAssistant(console, await console.signIn("ada@test.example"), "proposals");
    const about = { environment: "sandbox", customerID: customer?.customerID, why: "x" };
    const { proposal } = await assistant.call<{ proposal: Proposal }>("propose_note", { ...about, text: "Called" });
    expect(await before.backup()).toMatchObject({ code: 0 });
    await console.bff.close();
    const { importConsole } = await before.restore();
    const path = `/api/sandbox/proposals/${proposal.proposalID}`;
    expect(await get(importConsole, path)).toMatchObject({ proposal: { state: "expired" } });
    const body = { digest: proposal.digest };
    const cookie = importConsole.editor;
    const accepted = await importConsole.console.send("POST", `${path}/accept`, { body, cookie });
    expect([accepted.status, (await accepted.json()).code]).toEqual([409, "proposal_moved"]);
  }, 120_000);

  test("a restored bulk change checks its customers again, and changes only the remaining ones", async () => {
    const before = await startConsole();
    const { importConsole, api } = before;
    const customers = importConsole.addCustomers(
      ...["First", "Second", "Third", "Fourth"].map((companyName) => ({ companyName })),
    );
    const customerIDs = customers.map(({ customerID }) => customerID);
    const source = { kind: "ids", customerIDs };
    const body = { change: { plan: "professional" }, source };
    const answer = await importConsole.console.send("POST", "/api/sandbox/bulk", {
      body,
      cookie: importConsole.editor,
    });
    const { bulkID } = bulkAnswerSchema.parse(await answer.json()).bulk;
    const path = `/api/sandbox/bulk/${bulkID}`;
    const read = async (from: ImportConsole) => bulkDetailSchema.parse(await get(from, `${path}?limit=100`));
    const until = (from: ImportConsole, state: string) =>
      expect.poll(async () => (await read(from)).bulk.state, { timeout: 20_000 }).toBe(state);
    const resume = (from: ImportConsole, to: string) =>
      from.console.send("POST", `${path}/resume`, { body: { to }, cookie: from.editor });
    await until(importConsole, "checked");
    await resume(importConsole, "first");
    await until(importConsole, "first-done");
    expect(await before.backup()).toMatchObject({ code: 0 });
    // Changes the contract of this customer at the API after the backup.
    for (const customer of customers.slice(1, 2)) customer.contract.plan = "professional";
    await importConsole.console.bff.close();
    api.requests.splice(0);
    const { importConsole: again } = await before.restore();
    await resume(again, "checking");
    await until(again, "checked");
    expect(states((await read(again)).rows)).toEqual(["changed", "same", "ready", "ready"]);
    expect(api.requests.filter(isWrite)).toEqual([]);
    await resume(again, "first");
    await until(again, "first-done");
    await resume(again, "running");
    await until(again, "finished");
    expect(states((await read(again)).rows)).toEqual(["changed", "same", "changed", "changed"]);
    expect(api.requests.filter(isWrite).map((request) => request.path)).toEqual(
      customerIDs.slice(2).map((customerID) => `/customers/${customerID}/contract`),
    );
  }, 120_000);

  test("a restored import that was only checked in the backup, and ran after it, is checked again", async () => {
    const before = await startConsole();
    const { importID } = (await before.importConsole.checked(fileOf(["Ann", "Bob"]))).import;
    expect(await before.backup()).toMatchObject({ code: 0 });
    await before.importConsole.ran(importID);
    await before.importConsole.console.bff.close();
    const { importConsole } = await before.restore();
    expect((await importConsole.read(importID)).import).toMatchObject({
      state: "paused",
      reason: { code: "restored" },
    });
    await importConsole.step(importID, "resume", { to: "checking" });
    expect(states((await importConsole.until(importID, "finished")).rows)).toEqual(["created", "created"]);
    expect(namesOf(before.api)).toEqual(["Ann", "Bob"]);
  }, 120_000);
});
