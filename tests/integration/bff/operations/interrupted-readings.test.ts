import { describe, expect, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import type { ModelApi, ModelCustomer, ModelRequest } from "#tests/fixtures/api/model-api.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

interface Reading {
  what: string;
  /** The database column with the time when the next read is due. */
  column: string;
  matches(request: ModelRequest): boolean;
  /** Sets how the API answers the write. */
  prepare(api: ModelApi): void;
  isCreation?: true;
}

const readings: Reading[] = [
  {
    what: "an accepted change is verified",
    column: "effectDueAt",
    matches: ({ method, path }) => method === "GET" && path === "/customers",
    prepare: (api) => api.delayEffects(() => Number.POSITIVE_INFINITY),
  },
  {
    what: "a job is followed",
    column: "followDueAt",
    matches: ({ path }) => path.startsWith("/jobs/"),
    prepare: () => {},
    isCreation: true,
  },
  {
    what: "a write without an answer is looked for",
    column: "dueAt",
    matches: ({ method, path }) => method === "GET" && path === "/customers",
    prepare: (api) => api.script(({ method }) => (method === "POST" ? { effect: "no", answer: "reset" } : undefined)),
    isCreation: true,
  },
];

describe.each(testDialects)("a console on %s that stops during a read", (dialect) => {
  test.each(readings)(
    "a console that stops while $what leaves the operation due for the next console",
    async ({ column, matches, prepare, isCreation }) => {
      const clock = createFastClock(20, 1);
      const database = await createStoreDatabase("console", dialect);
      const bulkConsole = await startBulkConsole({ databaseUrl: database.url, clock });
      const { api } = bulkConsole;
      const [customer] = bulkConsole.addCustomers(1) as [ModelCustomer];
      prepare(api);
      const adminUser = { email: "a@stopped.example" };
      const creation = { companyName: "Stopped", plan: "essential", term: "monthly", adminUser };
      const isRead = Promise.withResolvers<void>();
      const hang = () =>
        api.script((request) => {
          if (!matches(request)) return undefined;
          isRead.resolve();
          return { effect: "no", answer: "hang" };
        });
      if (column === "followDueAt") hang();
      const answer = await (isCreation
        ? bulkConsole.create(creation)
        : bulkConsole.change(customer.customerID, { plan: "professional" }));
      const { operation } = operationAnswerSchema.parse(await answer.json());
      hang();
      await isRead.promise;
      await bulkConsole.close();
      const sql = `select "${column}" as "dueAt" from "operations" where "operationID" = '${operation.operationID}'`;
      const [row] = await queryStore(database.url, sql);
      expect(Number(row?.dueAt)).toBeGreaterThan(0);
      expect(Number(row?.dueAt)).toBeLessThanOrEqual(clock.now());
      await database.drop();
    },
  );
});
