import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";

let bulkConsole: BulkConsole;
let cookie: string;
beforeAll(async () => {
  bulkConsole = await startBulkConsole({
    staff: [
      { email: "ada@test.example", role: "administrator" },
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
    ],
  });
  cookie = await bulkConsole.console.signIn("ada@test.example");
});
afterAll(() => bulkConsole.close());

test("an API client runs a bulk change to its end under its own name", async () => {
  const { client, key } = await createTestClient(bulkConsole.console, cookie, { name: "Nightly", role: "editor" });
  const send = (path: string, body?: unknown) =>
    sendWithKey(bulkConsole.console, key, "POST", `/api/sandbox/bulk${path}`, body === undefined ? {} : { body });
  const customerIDs = bulkConsole.addCustomers(3).map(({ customerID }) => customerID);
  const made = await send("", { change: { plan: "professional" }, source: { kind: "ids", customerIDs } });
  const { bulkID } = bulkAnswerSchema.parse(await made.json()).bulk;
  await bulkConsole.until(bulkID, "checked");
  await send(`/${bulkID}/resume`);
  await bulkConsole.until(bulkID, "first-done");
  await send(`/${bulkID}/resume`);
  const { bulk } = await bulkConsole.untilIt(bulkID, (one) => ["paused", "finished"].includes(one.bulk.state));
  expect(bulk).toMatchObject({
    state: "finished",
    actor: { staffID: client.clientID, email: "Nightly" },
    counts: { changed: 3 },
  });
});
