import { afterAll, beforeAll, expect, test } from "vitest";
import { maxRowsWithoutProof } from "#lib/contract/values/operations/run-states.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";

let bulkConsole: BulkConsole;
beforeAll(async () => {
  bulkConsole = await startBulkConsole();
});
afterAll(() => bulkConsole.close());

/**
 * Starts a bulk change, makes its total look like this number of rows, and changes its first row. Then moves the clock
 * forward until the person's last proof of identity is too old.
 */
async function afterCanary(total: number): Promise<string> {
  const customers = bulkConsole.addCustomers(3);
  const { bulkID } = await bulkConsole.checked(customers.map(({ customerID }) => customerID));
  await bulkConsole.step(bulkID, "resume");
  await bulkConsole.until(bulkID, "first-done");
  await queryStore(
    bulkConsole.console.databaseUrl,
    `update "bulks" set "total" = ${total} where "bulkID" = '${bulkID}'`,
  );
  await queryStore(bulkConsole.console.databaseUrl, 'update "sessions" set "factorAt" = 1');
  bulkConsole.api.forget();
  return bulkID;
}

test("the rest of a large bulk change is started only by a person who has just proved their identity", async () => {
  const bulkID = await afterCanary(maxRowsWithoutProof + 1);
  const refused = await bulkConsole.step(bulkID, "resume");
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "step_up_required" }]);
  expect((await bulkConsole.read(bulkID)).bulk.state).toBe("first-done");
  expect(bulkConsole.sent("PATCH")).toEqual([]);
  const proof = { cookie: bulkConsole.editor, body: { password: testPassword } };
  expect((await bulkConsole.console.send("POST", "/api/session/step-up", proof)).status).toBe(204);
  expect((await bulkConsole.step(bulkID, "resume")).status).toBe(200);
});

test("a bulk change at the limit needs no new proof", async () => {
  const bulkID = await afterCanary(maxRowsWithoutProof);
  expect((await bulkConsole.step(bulkID, "resume")).status).toBe(200);
});
