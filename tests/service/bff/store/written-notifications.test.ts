import { expect, test } from "vitest";
import { announcedTables } from "#server/bff/store/schema/tables/written-notifications.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

test.runIf(testDialects.includes("postgres"))(
  "every table of a worker has a trigger that announces writes",
  async () => {
    const database = await createStoreDatabase("console", "postgres");
    const rows = await queryStore(
      database.url,
      `select c.relname as "name" from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'announce_written'`,
    );
    await database.drop();
    expect(rows.map(({ name }) => name).sort()).toEqual([...announcedTables, "knownFilling"].sort());
  },
);
