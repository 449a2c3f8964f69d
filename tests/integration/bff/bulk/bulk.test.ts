import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { overviewPartSchemas } from "#lib/contract/console/overview.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import {
  type Bulk,
  type BulkRow,
  bulkAnswerSchema,
  bulkListSchema,
  maxUnfinishedBulks,
} from "#lib/contract/operations/bulk.ts";
import { type Operation, operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let it: BulkConsole;

beforeAll(async () => {
  it = await startBulkConsole();
});

beforeEach(() => it.api.forget());

afterAll(() => it.close());

const ids = (customers: readonly { customerID: string }[]) => customers.map(({ customerID }) => customerID);
const states = (rows: readonly BulkRow[]) => rows.map(({ state }) => state);
const plans = () => it.api.customers.map(({ contract }) => contract.plan);
const problemOf = async (response: Response) => problemSchema.parse(await response.json());

async function operationOf(row: BulkRow | undefined): Promise<Operation> {
  const path = `/api/sandbox/operations/${row?.operationID}`;
  return operationAnswerSchema.parse(await (await it.console.send("GET", path, { cookie: it.viewer })).json())
    .operation;
}

test("the dry run shows every row and sends nothing", async () => {
  const customers = [...it.addCustomers(2), ...it.addCustomers(1, { term: "monthly", plan: "professional" })];
  const nobody = randomUUID();
  const { bulkID } = await it.checked([...ids(customers), nobody, ids(customers)[0]?.toUpperCase() ?? ""]);
  const { bulk, rows } = await it.read(bulkID);
  expect(bulk).toMatchObject({
    state: "checked",
    total: 4,
    source: { kind: "ids", given: 5, duplicates: 1 },
    counts: { ready: 2, same: 1, missing: 1, pending: 0 },
    actor: { email: "edith@test.example" },
    checkedAt: expect.any(String),
  });
  expect(states(rows)).toEqual(["ready", "ready", "same", "missing"]);
  expect(rows[0]).toMatchObject({ before: { plan: "essential" }, companyName: customers[0]?.body.companyName });
  expect(rows[3]?.reason).toContain("No customer of sandbox has this ID");
  expect(it.sent("PATCH")).toEqual([]);
});

test("one customer first, then the rest, each an operation of its own with its receipt", async () => {
  const customers = it.addCustomers(4);
  const { bulkID } = await it.checked(ids(customers));
  expect((await it.step(bulkID, "resume")).status).toBe(200);
  const first = await it.until(bulkID, "first-done");
  expect(it.sent("PATCH")).toHaveLength(1);
  expect(first.bulk.first).toMatchObject({ state: "changed", after: { plan: "professional" }, position: 1 });
  expect(states(first.rows)).toEqual(["changed", "ready", "ready", "ready"]);
  await it.step(bulkID, "resume");
  const { bulk, rows } = await it.until(bulkID, "finished");
  expect(states(rows)).toEqual(["changed", "changed", "changed", "changed"]);
  expect(bulk).toMatchObject({ counts: { changed: 4 }, runBy: { email: "edith@test.example" } });
  expect(plans()).toEqual(Array.from(customers, () => "professional"));
  expect(it.sent("PATCH")).toHaveLength(4);
  const operation = await operationOf(rows[3]);
  expect(operation).toMatchObject({ bulkID, state: "accepted", confirmedAt: expect.any(String) });
  expect(operation.actor.email).toBe("edith@test.example");
  expect(rows[3]?.confirmedAt).toBe(operation.confirmedAt);
  // On the overview its four operations are one line.
  const overview = await it.console.send("GET", "/api/sandbox/overview?part=operations", { cookie: it.viewer });
  const latest = overviewPartSchemas.operations.parse((await overview.json()).operations);
  expect(latest.runs).toMatchObject([{ kind: "bulk", id: bulkID, rows: { all: 4, done: 4, failed: 0 } }]);
  expect(latest.operations).toEqual([]);
});

test("the receipts are a file in which no cell is a formula", async () => {
  const [customer] = it.addCustomers(1);
  if (customer) customer.body.companyName = "=cmd|' /C calc'!A0";
  const { bulkID } = await it.checked([customer?.customerID ?? ""]);
  await it.step(bulkID, "resume");
  await it.until(bulkID, "finished");
  const response = await it.console.send("GET", `/api/sandbox/bulk/${bulkID}/receipts`, { cookie: it.viewer });
  expect(response.headers.get("content-type")).toContain("text/csv");
  const [head, line, end] = (await response.text()).split("\r\n");
  expect(head).toContain("customerID,companyName,state,member,before,after");
  expect(line).toContain(`${customer?.customerID},'=cmd|' /C calc'!A0,changed,plan,essential,professional`);
  expect(line).toContain("/sandbox/operations/");
  expect(end).toBe("");
});

test("all that match become a list once: who is added later is not changed", async () => {
  it.addCustomers(3);
  const filters = { datefrom: "1970-01-01", includeDeleted: false };
  const response = await it.post({ change: { term: "12-months" }, source: { kind: "matching", filters, total: 2 } });
  expect(response.status).toBe(202);
  const { bulkID } = bulkAnswerSchema.parse(await response.json()).bulk;
  const { bulk, rows } = await it.until(bulkID, "checked");
  expect(bulk.drift).toBe("it was started for 2 customers and contains 3.");
  expect(rows).toHaveLength(3);
  it.addCustomers(1);
  await it.ran(bulkID);
  expect(it.api.customers.map(({ contract }) => contract.term)).toEqual([
    "12-months",
    "12-months",
    "12-months",
    "monthly",
  ]);
});

test("a colleague's change since the check is not overwritten", async () => {
  const customers = it.addCustomers(3);
  const { bulkID } = await it.checked(ids(customers));
  if (customers[1]) customers[1].contract = { term: "monthly", plan: "enterprise" };
  const { rows } = await it.ran(bulkID);
  expect(states(rows)).toEqual(["changed", "conflict", "changed"]);
  expect(rows[1]?.reason).toContain('Plan is "enterprise" now; expected was "essential"');
  expect(plans()).toEqual(["professional", "enterprise", "professional"]);
});

test("pause holds unsent rows, resume continues, cancel ends it, and each step is audited", async () => {
  const customers = it.addCustomers(4);
  const { bulkID } = await it.checked(ids(customers));
  await it.step(bulkID, "resume");
  await it.until(bulkID, "first-done");
  const held = Promise.withResolvers<void>();
  let pausing: Promise<Response> | undefined;
  it.api.script(({ method }) => {
    // The bulk change is paused while the second row is sent.
    if (method === "PATCH") pausing ??= it.step(bulkID, "pause").finally(held.resolve);
    return undefined;
  });
  await it.step(bulkID, "resume");
  await held.promise;
  expect((await pausing)?.status).toBe(200);
  const paused = await it.untilIt(bulkID, ({ bulk, rows }) => bulk.state === "paused" && rows[1]?.state === "changed");
  expect(states(paused.rows)).toEqual(["changed", "changed", "ready", "ready"]);
  expect(paused.bulk.reason?.message).toBe("Paused by edith@test.example.");
  expect((await it.step(bulkID, "pause")).status).toBe(409);
  it.api.script(() => undefined);
  await it.step(bulkID, "cancel");
  const { bulk, rows } = await it.until(bulkID, "cancelled");
  expect(states(rows)).toEqual(["changed", "changed", "cancelled", "cancelled"]);
  expect(bulk.finishedAt).toBeDefined();
  const late = await it.step(bulkID, "resume");
  expect(await problemOf(late)).toMatchObject({ status: 409, code: "run_moved" });
  expect(it.sent("PATCH")).toHaveLength(2);
  const audited = (await readAudit(it.console.databaseUrl)).filter(({ target }) => target?.id === bulkID);
  expect(audited.map(({ action, actor }) => `${action} ${actor.email}`)).toEqual([
    "bulk.created edith@test.example",
    "bulk.continued edith@test.example",
    "bulk.continued edith@test.example",
    "bulk.paused edith@test.example",
    "bulk.cancelled edith@test.example",
  ]);
});

test("five failures in a row pause it, and the API's words are kept", async () => {
  const customers = it.addCustomers(9);
  const { bulkID } = await it.checked(ids(customers));
  await it.step(bulkID, "resume");
  await it.until(bulkID, "first-done");
  const answer = { status: 422, body: { message: "this plan is sold out" } };
  it.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer } : undefined));
  await it.step(bulkID, "resume");
  const { bulk, rows } = await it.until(bulkID, "paused");
  expect(bulk).toMatchObject({
    reason: { code: "failures" },
    pausedFrom: "running",
    counts: { failed: 5, ready: 3 },
  });
  expect(rows[1]?.reason).toContain("this plan is sold out");
  it.api.script(() => undefined);
  await it.step(bulkID, "resume");
  expect((await it.until(bulkID, "finished")).bulk.counts).toMatchObject({ changed: 4, failed: 5 });
});

test("starting with one customer is refused once the first customer was changed", async () => {
  const { bulkID } = await it.checked(ids(it.addCustomers(3)));
  await it.step(bulkID, "resume", { to: "first" });
  await it.until(bulkID, "first-done");
  const late = await it.step(bulkID, "resume", { to: "first" });
  expect(await problemOf(late)).toMatchObject({ status: 409, code: "run_moved" });
  expect((await it.read(bulkID)).bulk).toMatchObject({ state: "first-done", counts: { changed: 1, ready: 2 } });
  expect((await it.step(bulkID, "resume", { to: "running" })).status).toBe(200);
  await it.until(bulkID, "finished");
});

test("a first customer that was refused keeps the rest from being changed", async () => {
  const customers = it.addCustomers(3);
  const { bulkID } = await it.checked(ids(customers));
  const answer = { status: 422, body: { message: "not for this one" } };
  it.api.script(({ method, path }) =>
    method === "PATCH" && path.includes(customers[0]?.customerID ?? "") ? { effect: "no", answer } : undefined,
  );
  await it.step(bulkID, "resume");
  expect((await it.until(bulkID, "first-done")).bulk.first).toMatchObject({ state: "failed", position: 1 });
  // The next step changes another single row, which the person has chosen.
  await it.step(bulkID, "resume", { first: 3 });
  const second = await it.untilIt(bulkID, ({ bulk }) => bulk.state === "first-done");
  expect(states(second.rows)).toEqual(["failed", "ready", "changed"]);
  await it.step(bulkID, "resume");
  expect(states((await it.until(bulkID, "finished")).rows)).toEqual(["failed", "changed", "changed"]);
});

test("rows that certainly did not change can be repeated in a new bulk change, which compares the contracts again", async () => {
  const customers = it.addCustomers(4);
  const { bulkID } = await it.checked([...ids(customers), randomUUID()]);
  if (customers[1]) customers[1].contract = { term: "monthly", plan: "enterprise" };
  const answer = { status: 422, body: { message: "not today" } };
  it.api.script(({ method, path }) =>
    method === "PATCH" && path.includes(customers[2]?.customerID ?? "") ? { effect: "no", answer } : undefined,
  );
  expect(states((await it.ran(bulkID)).rows)).toEqual(["changed", "conflict", "failed", "changed", "missing"]);
  it.api.script(() => undefined);

  const again = { change: { plan: "professional" }, source: { kind: "again", bulkID } };
  expect((await it.post(again, it.viewer)).status).toBe(403);
  const response = await it.post(again);
  expect(response.status).toBe(202);
  const { bulk } = bulkAnswerSchema.parse(await response.json());
  expect(bulk.source).toEqual({ kind: "ids", given: 3, duplicates: 0, ofBulkID: bulkID });
  const checked = await it.until(bulk.bulkID, "checked");
  expect(checked.rows.map(({ state, before }) => [state, before?.plan])).toEqual([
    ["ready", "enterprise"],
    ["ready", "essential"],
    ["missing", undefined],
  ]);
  expect(states((await it.ran(bulk.bulkID)).rows)).toEqual(["changed", "changed", "missing"]);
  expect(plans().slice(-4)).toEqual(Array.from(customers, () => "professional"));

  const { bulkID: whole } = await it.checked(ids(it.addCustomers(1)));
  const nothing = await it.post({ ...again, source: { kind: "again", bulkID: whole } });
  expect(await problemOf(nothing)).toMatchObject({ status: 400, detail: "Nothing is left to start again." });
  expect((await it.post({ ...again, source: { kind: "again", bulkID: randomUUID() } })).status).toBe(404);
});

test.each<[string, object]>([
  ["both", { change: { term: "a", plan: "b" }, source: { kind: "ids", customerIDs: ["x"] } }],
  ["neither", { change: {}, source: { kind: "ids", customerIDs: ["x"] } }],
  ["nobody", { change: { plan: "b" }, source: { kind: "ids", customerIDs: [] } }],
  ["an ID that leads elsewhere", { change: { plan: "b" }, source: { kind: "ids", customerIDs: ["../x"] } }],
  ["a member more", { change: { plan: "b" }, source: { kind: "ids", customerIDs: ["x"] }, role: "administrator" }],
  ["no source", { change: { plan: "b" } }],
])("%s is refused before anything is kept", async (_what, body) => {
  expect((await it.post(body)).status).toBe(400);
  expect(it.api.requests).toEqual([]);
});

test("10,000 IDs are taken, one more is not", async () => {
  const many = Array.from({ length: 10_001 }, () => randomUUID());
  const source = (customerIDs: string[]) => ({ change: { plan: "b" }, source: { kind: "ids", customerIDs } });
  expect((await it.post(source(many))).status).toBe(400);
  const taken = await it.post(source(many.slice(1)));
  expect(taken.status).toBe(202);
  const { bulkID } = bulkAnswerSchema.parse(await taken.json()).bulk;
  expect((await it.until(bulkID, "finished")).bulk.counts.missing).toBe(10_000);
});

test("a viewer sees a bulk change and cannot change it", async () => {
  const customers = it.addCustomers(2);
  const { bulkID } = await it.checked(ids(customers));
  const body = { change: { plan: "professional" }, source: { kind: "ids", customerIDs: ids(customers) } };
  expect((await it.post(body, it.viewer)).status).toBe(403);
  for (const step of ["resume", "pause", "cancel"] as const) {
    expect((await it.step(bulkID, step, undefined, it.viewer)).status).toBe(403);
  }
  const response = await it.console.send("GET", "/api/sandbox/bulk", { cookie: it.viewer });
  const { bulks } = bulkListSchema.parse(await response.json());
  expect(bulks.find((bulk: Bulk) => bulk.bulkID === bulkID)?.state).toBe("checked");
  expect((await it.console.send("GET", `/api/production/bulk/${bulkID}`, { cookie: it.viewer })).status).toBe(404);
});

test("an environment at its limit of unfinished bulk changes starts no other before one is cancelled", async () => {
  const [customer] = it.addCustomers(1);
  const body = { change: { plan: "professional" }, source: { kind: "ids", customerIDs: [customer?.customerID] } };
  let last = await it.post(body);
  let begun = "";
  while (last.status === 202) {
    begun = bulkAnswerSchema.parse(await last.json()).bulk.bulkID;
    last = await it.post(body);
  }
  expect(last.status).toBe(409);
  const problem = await problemOf(last);
  expect(problem.code).toBe("too_many_bulks");
  expect(problem.detail).toContain(`${maxUnfinishedBulks} unfinished`);
  expect((await it.step(begun, "cancel")).status).toBe(200);
  expect((await it.post(body)).status).toBe(202);
});
