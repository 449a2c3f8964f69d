import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createLedger } from "#tests/fixtures/provisioning/creation-ledger.ts";
import { readOrphans, runKillRounds } from "#tests/fixtures/provisioning/kill-rounds.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";

let database: TestDatabase;

afterEach(() => database.drop());

describe("a service that is killed on SQLite", () => {
  beforeEach(async () => {
    database = await createStoreDatabase("provisioning", "sqlite");
  });

  // `npm run soak -- kill-service` makes a hundred such kills on each database.
  test("after three kills with five creations in progress, no creation is lost, made twice or incomplete", async () => {
    const seed = `kill ${process.env.TEST_SEED}`;
    const result = await runKillRounds({ rounds: 3, seed, databaseUrl: database.url });
    expect(result.findings, seed).toEqual([]);
    expect(result.orphaned, "no kill met a running job").toBeGreaterThan(0);
    expect(result.promised + result.unanswered).toBe(15);
  });

  test("after SIGTERM the jobs stay consistent, and the next process continues them", async () => {
    const variables = { API_DATABASE_URL: database.url, API_CREATION_MS: "200" };
    // Creations take so long that all five have begun before the first one ends.
    const first = await startServiceProcess({ ...variables, API_CREATION_MS: "20000" });
    const ledger = createLedger();
    await Promise.all(Array.from({ length: 5 }, () => ledger.create(first)));
    expect(await first.terminate()).toBe(0);
    expect((await readOrphans(database.url)).size).toBe(5);
    const second = await startServiceProcess(variables);
    await ledger.settle(second);
    expect(await ledger.findings(second)).toEqual([]);
    await second.kill();
  });
});

describe.runIf(testDialects.includes("postgres"))("several services on Postgres", () => {
  beforeEach(async () => {
    database = await createStoreDatabase("provisioning", "postgres");
  });

  test("three services share the jobs, one is killed, and every job and every step is done once", async () => {
    const variables = { API_DATABASE_URL: database.url, API_CREATION_MS: "400" };
    const services = await Promise.all([
      startServiceProcess(variables),
      startServiceProcess(variables),
      startServiceProcess(variables),
    ]);
    const [first, second, third] = services;
    const ledger = createLedger();
    try {
      const asked = Array.from({ length: 5 }, () => services).flat();
      await Promise.all(asked.map((service) => ledger.create(service)));
      await third.kill();
      await ledger.settle(first);
      expect(await ledger.findings(second)).toEqual([]);
      expect(ledger.entries).toHaveLength(15);
    } finally {
      for (const service of services) await service.kill();
    }
  });
});
