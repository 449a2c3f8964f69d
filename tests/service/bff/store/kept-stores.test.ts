import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { verifyAudit } from "#server/bff/store/audit/verify-audit.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { describeSchema } from "#tests/fixtures/database/describe-schema.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { keptFile, keptVersions, loadKeptStore, readStore } from "#tests/fixtures/kept-stores/kept-store.ts";

async function schemaOf(url: string): Promise<string[]> {
  const database = await openDatabase(url);
  try {
    return await describeSchema(database);
  } finally {
    await database.close();
  }
}

const cases = keptVersions.flatMap((version) => testDialects.map((dialect) => ({ version, dialect })));

describe.each(cases)("the kept store of $version on $dialect", ({ version, dialect }) => {
  const database = useTestDatabase(dialect, {
    open: (url) => loadKeptStore(url, dialect, version),
    async close() {},
  });

  test("the kept store migrates, and its data is readable and can be changed", async () => {
    const store = await openStore(database.url);
    try {
      expect(await readStore(store)).toMatchObject(JSON.parse(readFileSync(keptFile(version, "json"), "utf8")));
      await store.operations.markSent("recorded", { dueAt: 0 }, 0);
      const running = { environment: "sandbox", outcomes: ["running"] } as const;
      expect(await store.operations.list(running, { limit: 1, offset: 0 })).toMatchObject({ total: 1 });
    } finally {
      await store.close();
    }
    const opened = await openDatabase<ConsoleSchema>(database.url);
    try {
      expect((await verifyAudit(opened.db, dialect)).breaks).toEqual([]);
    } finally {
      await opened.close();
    }
  });

  test("the migrated store has the schema of a new store", async () => {
    await (await openStore(database.url)).close();
    const fresh = await createStoreDatabase("console", dialect);
    try {
      expect(await schemaOf(database.url)).toEqual(await schemaOf(fresh.url));
    } finally {
      await fresh.drop();
    }
  });
});
