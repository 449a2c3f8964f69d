import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { scheduledExportAnswerSchema, scheduledExportListSchema } from "#lib/contract/console/scheduled-export.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { createKillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import {
  addCustomers,
  createSettableClock,
  exportsPath,
  startExportConsole,
} from "#tests/fixtures/scheduled-exports/export-console.ts";

const times = { format: "csv", times: { every: "day", time: "07:00" }, zone: "UTC" } as const;

describe.runIf(testDialects.includes("postgres"))("three replicas on postgres", () => {
  test("three replicas make one file at a due time, and each of them can return it", async () => {
    const clock = createSettableClock(Date.parse("2026-11-27T06:59:00Z"));
    const one = await startExportConsole({ dialect: "postgres", clock });
    const { databaseUrl } = one.console;
    const others = await Promise.all([1, 2].map(() => createTestBff({ databaseUrl, clock, baseUrl: one.api.origin })));
    onTestFinished(async () => {
      for (const other of others) await other.close();
    });
    addCustomers(one.api, ["Acme"]);
    const { scheduleID } = await one.schedule("edith", await one.addView("edith", "All"));
    clock.set(Date.parse("2026-11-27T07:00:05Z"));
    const run = await one.ended("edith", scheduleID, 1);
    expect(run.state).toBe("done");
    // In this time, each replica checks again for due schedules.
    for (let times = 0; times < 3; times += 1) await setTimeout(1_000);
    const [schedule] = await one.list("edith");
    expect(schedule?.runs).toHaveLength(1);
    const lists = one.api.requests.filter(({ path }) => path === "/customers");
    expect(lists).toHaveLength(1);
    for (const other of others) {
      const path = `${exportsPath}/${scheduleID}/files/${run.runID}`;
      const response = await other.send("GET", path, { cookie: await other.signIn("edith@test.example") });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Acme");
    }
  });
});

test.each(testDialects)("a run continues on another process after its process was killed, on %s", async (dialect) => {
  const api = await startModelApi();
  const console = await createKillableConsole(api.origin, { dialect });
  onTestFinished(async () => {
    await console.close();
    await api.close();
  });
  addCustomers(api, ["Acme"]);
  await console.start();
  const made = await console.send("POST", "/api/views", { name: "All", query: "window=all" });
  const { viewID } = viewAnswerSchema.parse(made?.json).view;
  const added = await console.send("POST", exportsPath, { viewID, ...times });
  const { scheduleID } = scheduledExportAnswerSchema.parse(added?.json).schedule;
  api.script(() => ({ effect: "no", answer: "hang" }));
  await console.send("POST", `${exportsPath}/${scheduleID}/run`);
  while (api.hanging() === 0) await setTimeout(20);
  console.kill();
  await console.gone();
  api.script(() => undefined);
  const { db, close } = await openDatabase<ConsoleSchema>(console.databaseUrl);
  const [held] = await db.selectFrom("exportRuns").select(["state", "attempts", "leaseID"]).execute();
  expect(held).toMatchObject({ state: "running", attempts: 1, leaseID: expect.any(String) });
  // Lets the lease expire.
  if (dialect === "postgres") await db.updateTable("exportRuns").set({ leaseUntil: 0 }).execute();
  await close();
  const next = console.beside();
  onTestFinished(() => next.close());
  await next.start();
  for (;;) {
    const answer = await next.send("GET", exportsPath);
    const [schedule] = scheduledExportListSchema.parse(answer?.json).schedules;
    const [run, ...others] = schedule?.runs ?? [];
    expect(others).toEqual([]);
    if (run?.state === "done") {
      expect(run.file?.rows).toBe(1);
      return;
    }
    await setTimeout(20);
  }
});
