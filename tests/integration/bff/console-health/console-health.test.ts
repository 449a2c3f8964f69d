import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleHealth, consoleHealthSchema } from "#lib/contract/console/console-health.ts";
import { isBelowNodeFloor } from "#server/bff/config/build-info.ts";
import { workerNames } from "#server/bff/core/worker-runs.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import manifest from "../../../../package.json" with { type: "json" };

describe.each(testDialects.map((dialect) => ({ dialect })))("the system status on $dialect", ({ dialect }) => {
  let console: TestBff;
  let cookie: string;

  beforeAll(async () => {
    console = await createTestBff({ dialect, staff: [{ email: "ada@test.example", role: "administrator" }] });
    cookie = await console.signIn("ada@test.example");
  });
  afterAll(() => console.close());

  async function readStatus(): Promise<ConsoleHealth> {
    const response = await console.send("GET", "/api/status", { cookie });
    expect(response.status).toBe(200);
    return consoleHealthSchema.parse(await response.json());
  }

  test("the status lists this process with its build, its workers and the API in each environment", async () => {
    await expect.poll(async () => (await readStatus()).replicas).toHaveLength(1);
    const { replicas, store, work, maintenance } = await readStatus();
    expect(replicas[0]).toMatchObject({ state: "running", isAnswering: true });
    const { report } = replicas[0] ?? {};
    expect(report).toMatchObject({ version: manifest.version, processID: process.pid, isDraining: false });
    const { nodeFloor } = manifest.config;
    const isOld = isBelowNodeFloor(process.versions.node, { nodeFloor });
    expect([report?.node, report?.nodeFloor]).toEqual([process.versions.node, isOld ? nodeFloor : undefined]);
    expect(report?.api.map(({ environment }) => environment)).toEqual(["production", "sandbox"]);
    const names = report?.workers.map(({ name }) => name) ?? [];
    // The remaining workers run only if they are configured.
    const configured = [
      "audit-push",
      "retention",
      "attention-notifier",
      "notification-push",
      "known-filling",
      "export-push",
      "own-notifications",
    ];
    expect(names.sort()).toEqual(workerNames.filter((name) => !configured.includes(name)).sort());
    expect(store).toMatchObject({ kind: dialect, pendingMigrations: [], unknownMigrations: [] });
    expect(work.map(({ environment }) => environment)).toEqual(["production", "sandbox"]);
    expect(maintenance).toEqual([]);
  });

  test("a replica that has not reported for a minute is silent, and a replica of another version has no report", async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const insert = (replicaID: string, agoMs: number, report: string) =>
      queryStore(
        console.databaseUrl,
        `insert into "replicas" ("replicaID", "startedAt", "seenAt", "report")
         select '${replicaID}', "startedAt" - 60000, "seenAt" - ${agoMs}, '${report}' from "replicas" limit 1`,
      );
    await insert(gone, 90_000, "{}");
    await insert(other, 0, `{"says":"something else"}`);
    const { replicas } = await readStatus();
    expect(replicas.find(({ replicaID }) => replicaID === gone)).toMatchObject({ state: "silent", isAnswering: false });
    expect(replicas.find(({ replicaID }) => replicaID === other)).not.toHaveProperty("report");
    expect(replicas.map(({ isAnswering }) => isAnswering)).toContain(true);
  });

  test("the status shows the last backup, and names migrations of a newer version", async () => {
    const detail = `{"rows":12}`;
    await queryStore(
      console.databaseUrl,
      `insert into "maintenanceRuns" ("runID", "kind", "endedAt", "detail") values ('one', 'backup', 86400000, '${detail}')`,
    );
    await queryStore(
      console.databaseUrl,
      `insert into "kysely_migration" ("name", "timestamp") values ('9999_from_later', '2026-11-22T00:00:00Z')`,
    );
    const { maintenance, store } = await readStatus();
    expect(maintenance).toEqual([{ kind: "backup", endedAt: "1970-01-02T00:00:00.000Z", detail: { rows: 12 } }]);
    expect(store.unknownMigrations).toEqual(["9999_from_later"]);
  });
});

test.runIf(testDialects.includes("postgres"))("a process that stops removes itself from the list", async () => {
  const postgres = await createTestBff({ dialect: "postgres" });
  const store = await openStore(postgres.databaseUrl);
  await expect.poll(async () => (await store.replicas.list()).replicas).toHaveLength(1);
  await postgres.bff.close();
  expect((await store.replicas.list()).replicas).toEqual([]);
  await store.close();
  await postgres.close();
});
