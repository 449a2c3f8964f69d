import { afterEach, beforeEach, expect, test } from "vitest";
import { maxRowsWithoutProof } from "#lib/contract/values/operations/run-states.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

let importConsole: ImportConsole;
beforeEach(async () => {
  importConsole = await startImportConsole();
});
afterEach(() => importConsole.close());

/**
 * Starts an import, and waits until its first customer is created and `left` rows remain. Then moves the clock forward
 * until the person's last proof of identity is too old.
 */
async function afterFirst(left: number): Promise<string> {
  const names = Array.from({ length: left + 1 }, (_, index) => `Customer ${left}-${index}`);
  const { importID } = (await importConsole.checked(fileOf(names))).import;
  await importConsole.started(importID);
  await queryStore(importConsole.console.databaseUrl, 'update "sessions" set "factorAt" = 1');
  return importID;
}

const created = () => importConsole.api.requests.filter(({ method }) => method === "POST").length;

test("the rest of a large import is created only by a person who has just proved their identity", async () => {
  const importID = await afterFirst(maxRowsWithoutProof + 1);
  const before = created();
  const refused = await importConsole.step(importID, "resume", { to: "running" });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "step_up_required" }]);
  expect([(await importConsole.read(importID)).import.state, created()]).toEqual(["first-done", before]);
  const proof = { cookie: importConsole.editor, body: { password: testPassword } };
  expect((await importConsole.console.send("POST", "/api/session/step-up", proof)).status).toBe(204);
  expect((await importConsole.step(importID, "resume", { to: "running" })).status).toBe(200);
});

test("an import at the limit needs no new proof", async () => {
  const importID = await afterFirst(maxRowsWithoutProof);
  expect((await importConsole.step(importID, "resume", { to: "running" })).status).toBe(200);
});
