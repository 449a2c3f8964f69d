import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ImportRow, importListSchema } from "#lib/contract/operations/imports.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

const staff = [
  { email: "edith@test.example", role: "editor" as const },
  { email: "vera@test.example", role: "viewer" as const },
  { email: "emil@test.example", role: "editor" as const },
  { email: "ada@test.example", role: "administrator" as const },
];

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `Company ${index + 1}`);
const states = (rows: readonly ImportRow[]) => rows.map(({ state }) => state);

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "an import on $dialect pauses automatically",
  ({ dialect }) => {
    let importConsole: ImportConsole;

    beforeEach(async () => {
      importConsole = await startImportConsole({ dialect, staff, clock: createFastClock(10, 1) });
    });

    afterEach(() => importConsole.close());

    const posts = () => importConsole.sent("POST").length;

    /** Creates the first customer of a file. For the requests of the remaining rows, `fault` chooses the fault. */
    async function runsInto(count: number, fault: Parameters<ImportConsole["api"]["script"]>[0]) {
      const { importID } = (await importConsole.checked(fileOf(namesOf(count)))).import;
      const first = await importConsole.started(importID);
      expect(first.import.counts, JSON.stringify(first.rows)).toMatchObject({ created: 1 });
      importConsole.api.script(fault);
      const resumed = await importConsole.step(importID, "resume", { to: "running" });
      expect(resumed.status, await resumed.text()).toBe(200);
      // The import stops because of one row. Rows that were sent at the same time still get their results.
      return importConsole.untilIt(importID, ({ import: now }) => now.state !== "running" && now.counts.waiting === 0);
    }

    const onPost = (answer: { status: number; headers?: Record<string, string> }) => (request: { method: string }) =>
      request.method === "POST" ? ({ effect: "no", answer } as const) : undefined;

    test("an import pauses after five consecutive failures, and continues with the rest when a person resumes it", async () => {
      const { import: paused, rows } = await runsInto(9, onPost({ status: 400 }));
      const { importID, reason, counts } = paused;
      expect([paused.state, reason?.code]).toEqual(["paused", "failures"]);
      expect(reason?.message).toContain("customers in a row failed");
      // The import sends two rows at a time. So one more row may have failed.
      expect(counts.failed).toBeGreaterThanOrEqual(5);
      expect(counts.failed).toBeLessThanOrEqual(6);
      expect(states(rows).slice(-2)).toEqual(["ready", "ready"]);
      importConsole.api.script(() => undefined);
      await importConsole.step(importID, "resume", { to: "running" });
      const { import: over } = await importConsole.until(importID, "finished", "paused");
      expect(over).toMatchObject({ state: "finished", counts: { ready: 0, failed: counts.failed } });
      expect(over.counts.created + over.counts.failed).toBe(9);
    });

    if (!ruleDialects.includes(dialect)) return;

    test("an import pauses when more than a tenth of fifty customers failed, even without five consecutive failures", async () => {
      let seen = 0;
      // The import may pause only after 50 rows have ended. At most 76 rows can be sent before that: these 50 rows, up
      // to four more before a row fails, 20 rows whose jobs have not ended, and two rows in progress.
      const { import: paused } = await runsInto(90, ({ method }) => {
        if (method !== "POST") return undefined;
        seen += 1;
        return seen % 5 === 0 ? { effect: "no", answer: { status: 422 } } : undefined;
      });
      expect([paused.state, paused.reason?.code]).toEqual(["paused", "failures"]);
      expect(paused.reason?.message).toMatch(/^\d+ of \d+ customers failed/);
      expect(paused.counts.created + paused.counts.failed + paused.counts.waiting).toBeGreaterThanOrEqual(50);
      expect(paused.counts.ready).toBeGreaterThan(10);
    });

    test("an import pauses after the same number of failures, even if the list does not show the new customers yet", async () => {
      const { importID } = (await importConsole.checked(fileOf(namesOf(90)))).import;
      await importConsole.started(importID);
      let seen = 0;
      importConsole.api.script(({ method, path }) => {
        if (method === "GET" && path === "/customers") {
          return { effect: "no", answer: { status: 200, body: { customers: [], total: 0, limit: 100, offset: 0 } } };
        }
        if (method !== "POST") return undefined;
        seen += 1;
        return seen % 5 === 0 ? { effect: "no", answer: { status: 422 } } : undefined;
      });
      await importConsole.step(importID, "resume", { to: "running" });
      const { import: paused } = await importConsole.until(importID, "paused", "finished");
      expect([paused.state, paused.reason?.code]).toEqual(["paused", "failures"]);
      expect(paused.reason?.message).toMatch(/^\d+ of \d+ customers failed/);
      expect(paused.counts).toMatchObject({ created: 1 });
      expect(paused.counts.ready).toBeGreaterThan(10);
    });

    test("an import pauses after three consecutive lost answers, whose rows are unknown and not sent again", async () => {
      let isBlind = false;
      const { import: paused } = await runsInto(8, ({ method }) => {
        if (method === "POST") {
          isBlind = true;
          return { effect: "yes", answer: "reset" };
        }
        // The console does not conclude from this status that the whole API is down.
        return isBlind ? { effect: "no", answer: { status: 404 } } : undefined;
      });
      expect([paused.state, paused.reason?.code]).toEqual(["paused", "unknowns"]);
      expect(paused.counts.unknown).toBeGreaterThanOrEqual(3);
      expect(paused.counts.ready).toBeGreaterThanOrEqual(3);
      const sent = posts();
      importConsole.api.script(() => undefined);
      // After the console has found a row's customer, the row waits until the console has also read the row's job.
      const { import: after } = await importConsole.untilIt(
        paused.importID,
        ({ import: { counts } }) => counts.unknown === 0 && counts.waiting === 0,
      );
      expect(after.counts).toMatchObject({ created: sent, failed: 0 });
      expect([posts(), importConsole.api.customers.length]).toEqual([sent, sent]);
    });

    test("an import pauses when the API refuses the token, with the API's message", async () => {
      const { import: paused } = await runsInto(5, onPost({ status: 401 }));
      expect([paused.state, paused.reason?.code]).toEqual(["paused", "upstream_credentials"]);
      expect(paused.counts.ready).toBeGreaterThanOrEqual(2);
      expect(importConsole.api.customers).toHaveLength(1);
    });

    test("an import pauses while the API asks for a pause, shows the end of the pause, and no row fails", async () => {
      const { import: paused } = await runsInto(5, onPost({ status: 429, headers: { "retry-after": "600" } }));
      expect(paused).toMatchObject({
        state: "paused",
        reason: { code: "upstream_rate_limited", retryAt: expect.any(String) },
        counts: { created: 1, failed: 0 },
      });
    });

    test("an import pauses when its person is disabled, and another person continues it under their own name", async () => {
      const { importID } = (await importConsole.checked(fileOf(namesOf(5)))).import;
      await importConsole.started(importID);
      const [ada, emil] = [
        await importConsole.console.signIn("ada@test.example"),
        await importConsole.console.signIn("emil@test.example"),
      ];
      const answer = await importConsole.console.send("GET", "/api/staff?limit=100", { cookie: ada });
      const people = ((await answer.json()) as { staff: { staffID: string; email: string }[] }).staff;
      const edith = people.find(({ email }) => email === "edith@test.example")?.staffID;
      const { promise, resolve: disabled } = Promise.withResolvers<void>();
      let isAsked = false;
      importConsole.api.script(async ({ method }) => {
        if (method === "POST" && !isAsked) {
          isAsked = true;
          const body = { state: "disabled" };
          await importConsole.console.send("PATCH", `/api/staff/${edith}`, { cookie: ada, body });
          disabled();
        }
        if (method === "POST") await promise;
        return undefined;
      });
      await importConsole.step(importID, "resume", { to: "running" });
      const read = async () => {
        const rows = await importConsole.console.send("GET", `/api/sandbox/imports?limit=10`, { cookie: emil });
        return importListSchema.parse(await rows.json()).imports[0];
      };
      const untilStopped = async () => {
        for (;;) {
          const now = await read();
          if (now?.state !== "running") return now;
          await setTimeout(10);
        }
      };
      let now = await untilStopped();
      expect(now).toMatchObject({ state: "paused", reason: { code: "forbidden" } });
      expect(now?.reason?.message).toContain("edith@test.example may no longer create anything in sandbox");
      expect(now?.counts.ready).toBeGreaterThanOrEqual(2);
      const resumed = await importConsole.step(importID, "resume", { to: "running" }, emil);
      expect(resumed.status).toBe(200);
      now = await untilStopped();
      expect(now).toMatchObject({ state: "finished", runBy: { email: "emil@test.example" }, counts: { created: 5 } });
      expect(importConsole.api.customers).toHaveLength(5);
    });

    test("an import pauses when only rows are left that wait for another creation with an unknown outcome", async () => {
      const { importID } = (await importConsole.checked(fileOf(namesOf(3)))).import;
      await importConsole.started(importID);
      let isBlind = true;
      importConsole.api.script(({ method, body }) => {
        if (method === "POST" && body.note === "by hand") return { effect: "no", answer: "reset" };
        return method === "GET" && isBlind ? { effect: "no", answer: { status: 503 } } : undefined;
      });
      const adminUser = { email: "company3@a.example" };
      const other = { companyName: "Company 3", plan: "essential", term: "monthly", adminUser, note: "by hand" };
      const { operation } = operationAnswerSchema.parse(await (await importConsole.create(other)).json());
      expect(operation.state).toBe("unknown");
      await importConsole.step(importID, "resume", { to: "running" });
      isBlind = false;
      const { import: paused, rows } = await importConsole.untilIt(importID, (one) => one.import.state !== "running");
      expect([paused.state, paused.reason?.code, states(rows)]).toEqual([
        "paused",
        "twins",
        ["created", "created", "ready"],
      ]);
      expect(rows[2]?.reason).toContain(operation.operationID);
      expect(importConsole.api.customers).toHaveLength(2);
    });
  },
);

test("a person can list only their own imports", async () => {
  const importConsole = await startImportConsole({ staff });
  const emil = await importConsole.console.signIn("emil@test.example");
  await importConsole.upload(fileOf(["One"]), "?fileName=one.csv");
  await importConsole.upload(fileOf(["Two"]), "?fileName=two.csv", emil);
  const list = async (query: string) => {
    const answer = await importConsole.console.send("GET", `/api/sandbox/imports${query}`, { cookie: emil });
    return importListSchema.parse(await answer.json()).imports.map(({ fileName }) => fileName);
  };
  expect(await list("?mine=true")).toEqual(["two.csv"]);
  expect((await list("")).toSorted()).toEqual(["one.csv", "two.csv"]);
  await importConsole.close();
});
