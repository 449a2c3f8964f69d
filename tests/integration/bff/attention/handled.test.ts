import { expect, onTestFinished, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { attentionCountSchema, attentionListSchema } from "#lib/contract/console/attention.ts";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createTestClock, type TestBff, type TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fileOf, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

const staff: TestStaff[] = [
  { email: "edith@test.example", role: "editor" },
  { email: "emil@test.example", role: "editor" },
  { email: "vera@test.example", role: "viewer" },
  { email: "ada@test.example", role: "administrator" },
];

const reason = "The partner created the customer by hand.";

const listOf = async (console: TestBff, cookie: string, query = "") =>
  attentionListSchema.parse(await (await console.send("GET", `/api/attention${query}`, { cookie })).json());

const mark = (console: TestBff, cookie: string, id: string, body: object = { reason }) =>
  console.send("POST", `/api/attention/${id}/handled`, { body, cookie });

/** Starts a console with two creations. The API has refused one of them, and its answer to the other was lost. */
async function startWithFailures(dialect: (typeof testDialects)[number]) {
  const clock = createTestClock();
  const started = await startWritingConsole({ clock, staff, dialect });
  onTestFinished(started.close);
  const { api, create } = started;
  const bodyOf = (companyName: string) => ({
    companyName,
    plan: "essential",
    term: "monthly",
    adminUser: { email: "a@acme.example" },
  });
  api.script(({ method }) => (method === "POST" ? { effect: "no", answer: "reset" } : undefined));
  const lost = operationAnswerSchema.parse(await (await create(bodyOf("Lost GmbH"))).json()).operation.operationID;
  api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 422, body: {} } } : undefined));
  const answer = operationProblemSchema.parse(await (await create(bodyOf("Refused GmbH"))).json());
  api.script(() => undefined);
  return { ...started, clock, lost, refused: answer.operation?.operationID ?? "" };
}

test.each(testDialects)(
  "on %s a failed item can be marked as handled with a reason; it leaves every list, and its outcome stays",
  async (dialect) => {
    const { console, clock, refused, lost, viewer, editor } = await startWithFailures(dialect);
    const other = await console.signIn("emil@test.example");
    const ids = async (cookie: string, query = "") => (await listOf(console, cookie, query)).items.map(({ id }) => id);
    expect((await listOf(console, viewer)).items).toMatchObject([
      { kind: "unknown", id: lost },
      { kind: "failed-write", id: refused, again: `/sandbox/customers/new?again=${refused}` },
    ]);

    const without = await mark(console, editor, refused, {});
    expect(without.status).toBe(400);
    expect(await without.json()).toMatchObject({ errors: [{ field: "reason", message: "must say why" }] });
    expect((await mark(console, viewer, refused)).status).toBe(403);
    expect(await ids(other)).toContain(refused);

    expect((await (await mark(console, editor, refused)).json()).item).toMatchObject({
      id: refused,
      handled: { reason },
    });
    const by = { email: "edith@test.example" };
    expect(await ids(other)).toEqual([lost]);
    const count = await console.send("GET", "/api/attention/count", { cookie: other });
    expect(attentionCountSchema.parse(await count.json()).open).toBe(1);
    const overview = await console.send("GET", "/api/sandbox/overview?part=waiting", { cookie: other });
    expect((await overview.json()).waiting).toMatchObject({ items: [{ id: lost }], total: 1 });
    const stored = await console.send("GET", `/api/sandbox/operations/${refused}`, { cookie: viewer });
    expect((await stored.json()).operation).toMatchObject({ outcome: "refused" });

    // Everybody can read who marked the item, when and why. A colleague who marks it later changes nothing.
    const at = new Date(clock.now()).toISOString();
    expect((await mark(console, other, refused, { reason: "Me too" })).status).toBe(404);
    expect((await listOf(console, viewer, "?handled")).items).toMatchObject([
      { id: refused, handled: { by, at, reason } },
    ]);
    const audit = await console.send("GET", "/api/audit?action=attention.handled", {
      cookie: await console.signIn("ada@test.example"),
    });
    expect(auditListSchema.parse(await audit.json()).events).toMatchObject([
      {
        actor: by,
        environment: "sandbox",
        target: { kind: "attention", id: refused },
        after: { kind: "failed-write", reason },
      },
    ]);
  },
);

test.each(testDialects)(
  "on %s a failed item stays as long as nobody has acted, and a mark can be removed again",
  async (dialect) => {
    const { console, clock, refused } = await startWithFailures(dialect);
    clock.advance(30 * dayMs);
    const editor = await console.signIn("edith@test.example");
    const ids = async () => (await listOf(console, editor, "?kind=failed-write")).items.map(({ id }) => id);
    expect(await ids()).toEqual([refused]);
    expect((await mark(console, editor, refused)).status).toBe(200);
    clock.advance(6_000);
    expect(await ids()).toEqual([]);
    const path = `/api/attention/${refused}/handled`;
    expect((await console.send("DELETE", path, { cookie: editor })).status).toBe(204);
    expect((await console.send("DELETE", path, { cookie: editor })).status).toBe(404);
    clock.advance(6_000);
    expect(await ids()).toEqual([refused]);
    const audit = await console.send("GET", "/api/audit?action=attention.reopened", {
      cookie: await console.signIn("ada@test.example"),
    });
    expect(auditListSchema.parse(await audit.json()).events).toMatchObject([{ target: { id: refused } }]);
  },
);

test("an unknown outcome cannot be marked as handled before it is settled, and the answer says what to do", async () => {
  const { console, lost, editor } = await startWithFailures("sqlite");
  const answer = await mark(console, editor, lost);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: "needs_decision",
    detail: "Nobody knows yet whether this was carried out. Check the result and record it first. Nothing was changed.",
  });
  expect((await listOf(console, editor)).items.map(({ id }) => id)).toContain(lost);
});

test.each(testDialects)(
  "on %s a finished import with failures waits until it is marked as handled, and shows its result",
  async (dialect) => {
    const own = await startImportConsole({ dialect });
    onTestFinished(own.close);
    const { importID } = (await own.checked(fileOf(["One", "Two", "Three"]))).import;
    own.api.script(({ method, body }) =>
      method === "POST" && body.companyName === "Two" ? { effect: "no", answer: { status: 422, body: {} } } : undefined,
    );
    await own.ran(importID);
    await own.until(importID, "finished");
    const item = {
      kind: "import-waiting",
      id: importID,
      state: "finished",
      title: "Import of 3 customers from customers.csv",
      rows: { done: 2, failed: 1 },
      href: `/sandbox/imports/${importID}`,
    };
    await expect.poll(async () => (await listOf(own.console, own.viewer)).items).toMatchObject([item]);
    expect((await mark(own.console, own.editor, importID, {})).status).toBe(400);
    expect((await mark(own.console, own.editor, importID)).status).toBe(200);
    expect((await listOf(own.console, own.viewer)).items).toEqual([]);
    expect((await listOf(own.console, own.viewer, "?handled")).items).toMatchObject([item]);
  },
);

test.each(testDialects)(
  "on %s a waiting bulk change cannot be marked; a finished one with failures can, until a later one repeats its rows",
  async (dialect) => {
    const own = await startBulkConsole({ dialect });
    onTestFinished(own.close);
    const customers = own.addCustomers(3).map(({ customerID }) => customerID);
    const { bulkID } = await own.checked(customers);
    const early = await mark(own.console, own.editor, bulkID);
    expect([early.status, (await early.json()).code]).toEqual([409, "needs_decision"]);
    own.api.script(({ method, path }) =>
      method === "PATCH" && path.includes(customers[2] ?? "") ? { effect: "no", answer: { status: 422 } } : undefined,
    );
    await own.ran(bulkID);
    const items = async (query = "") => (await listOf(own.console, own.viewer, query)).items;
    const item = { id: bulkID, state: "finished", rows: { done: 2, failed: 1 } };
    await expect.poll(() => items()).toMatchObject([item]);
    expect((await mark(own.console, own.editor, bulkID)).status).toBe(200);
    expect(await items()).toEqual([]);
    expect(await items("?handled")).toMatchObject([item]);
    own.api.script(() => undefined);
    const again = await own.post({ change: { plan: "professional" }, source: { kind: "again", bulkID } });
    const later = bulkAnswerSchema.parse(await again.json()).bulk.bulkID;
    await own.until(later, "checked");
    await expect.poll(() => items("?handled")).toEqual([]);
    await expect.poll(() => items()).toMatchObject([{ id: later, state: "checked" }]);
  },
);
