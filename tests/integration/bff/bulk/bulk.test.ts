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

let bulkConsole: BulkConsole;

beforeAll(async () => {
  bulkConsole = await startBulkConsole();
});

beforeEach(() => bulkConsole.api.forget());

afterAll(() => bulkConsole.close());

const ids = (customers: readonly { customerID: string }[]) => customers.map(({ customerID }) => customerID);
const states = (rows: readonly BulkRow[]) => rows.map(({ state }) => state);
const plans = () => bulkConsole.api.customers.map(({ contract }) => contract.plan);
const problemOf = async (response: Response) => problemSchema.parse(await response.json());

async function operationOf(row: BulkRow | undefined): Promise<Operation> {
  const path = `/api/sandbox/operations/${row?.operationID}`;
  return operationAnswerSchema.parse(
    await (await bulkConsole.console.send("GET", path, { cookie: bulkConsole.viewer })).json(),
  ).operation;
}

test("the dry run shows every row and sends nothing", async () => {
  const customers = [
    ...bulkConsole.addCustomers(2),
    ...bulkConsole.addCustomers(1, { term: "monthly", plan: "professional" }),
  ];
  const nobody = randomUUID();
  const { bulkID } = await bulkConsole.checked([...ids(customers), nobody, ids(customers)[0]?.toUpperCase() ?? ""]);
  const { bulk, rows } = await bulkConsole.read(bulkID);
  expect(bulk).toMatchObject({
    state: "checked",
    total: 4,
    source: { kind: "ids", given: 5, duplicates: 1 },
    counts: { ready: 2, same: 1, missing: 1, pending: 0 },
    actor: { email: "edith@test.example", name: "Edith Jansen" },
    checkedAt: expect.any(String),
  });
  expect(states(rows)).toEqual(["ready", "ready", "same", "missing"]);
  expect(rows[0]).toMatchObject({ before: { plan: "essential" }, companyName: customers[0]?.body.companyName });
  expect(rows[3]?.reason).toContain("No customer of sandbox has this ID");
  expect(bulkConsole.sent("PATCH")).toEqual([]);
  const shown = async (state: string) =>
    bulkConsole.console.send("GET", `/api/sandbox/bulk/${bulkID}?state=${state}`, { cookie: bulkConsole.viewer });
  expect(states((await (await shown("same,missing")).json()).rows)).toEqual(["same", "missing"]);
  expect(await problemOf(await shown("same,gone"))).toMatchObject({ status: 400, errors: [{ field: "state" }] });
});

test("one customer is changed first, then the rest, each with its own operation and result", async () => {
  const customers = bulkConsole.addCustomers(4);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  expect((await bulkConsole.step(bulkID, "resume")).status).toBe(200);
  const first = await bulkConsole.until(bulkID, "first-done");
  expect(bulkConsole.sent("PATCH")).toHaveLength(1);
  expect(first.bulk.first).toMatchObject({ state: "changed", after: { plan: "professional" }, position: 1 });
  expect(states(first.rows)).toEqual(["changed", "ready", "ready", "ready"]);
  await bulkConsole.step(bulkID, "resume");
  const { bulk, rows } = await bulkConsole.until(bulkID, "finished");
  expect(states(rows)).toEqual(["changed", "changed", "changed", "changed"]);
  expect(bulk).toMatchObject({ counts: { changed: 4 }, runBy: { email: "edith@test.example" } });
  expect(plans()).toEqual(Array.from(customers, () => "professional"));
  expect(bulkConsole.sent("PATCH")).toHaveLength(4);
  const operation = await operationOf(rows[3]);
  expect(operation).toMatchObject({ bulkID, state: "accepted", confirmedAt: expect.any(String) });
  expect(operation.actor.email).toBe("edith@test.example");
  expect(rows[3]?.confirmedAt).toBe(operation.confirmedAt);
  // The overview shows the four operations of the bulk change as one line.
  const overview = await bulkConsole.console.send("GET", "/api/sandbox/overview?part=operations", {
    cookie: bulkConsole.viewer,
  });
  const latest = overviewPartSchemas.operations.parse((await overview.json()).operations);
  expect(latest.runs).toMatchObject([{ kind: "bulk", id: bulkID, rows: { all: 4, done: 4, failed: 0 } }]);
  expect(latest.operations).toEqual([]);
});

test("the results file contains no cell that is a formula", async () => {
  const [customer] = bulkConsole.addCustomers(1);
  if (customer) customer.body.companyName = "=cmd|' /C calc'!A0";
  const { bulkID } = await bulkConsole.checked([customer?.customerID ?? ""]);
  await bulkConsole.step(bulkID, "resume");
  await bulkConsole.until(bulkID, "finished");
  const response = await bulkConsole.console.send("GET", `/api/sandbox/bulk/${bulkID}/receipts`, {
    cookie: bulkConsole.viewer,
  });
  expect(response.headers.get("content-type")).toContain("text/csv");
  const [head, line, end] = (await response.text()).split("\r\n");
  expect(head).toContain("customerID,companyName,state,member,before,after");
  expect(line).toContain(`${customer?.customerID},'=cmd|' /C calc'!A0,changed,plan,essential,professional`);
  expect(line).toContain("/sandbox/operations/");
  expect(end).toBe("");
});

test("all matches become a list once, and customers that are added later are not changed", async () => {
  bulkConsole.addCustomers(3);
  const filters = { datefrom: "1970-01-01", includeDeleted: false };
  const response = await bulkConsole.post({
    change: { term: "12-months" },
    source: { kind: "matching", filters, total: 2 },
  });
  expect(response.status).toBe(202);
  const { bulkID } = bulkAnswerSchema.parse(await response.json()).bulk;
  const { bulk, rows } = await bulkConsole.until(bulkID, "checked");
  expect(bulk.drift).toBe("it was started for 2 customers and contains 3.");
  expect(rows).toHaveLength(3);
  bulkConsole.addCustomers(1);
  await bulkConsole.ran(bulkID);
  expect(bulkConsole.api.customers.map(({ contract }) => contract.term)).toEqual([
    "12-months",
    "12-months",
    "12-months",
    "monthly",
  ]);
});

test("a change that a colleague made after the check is not overwritten", async () => {
  const customers = bulkConsole.addCustomers(3);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  if (customers[1]) customers[1].contract = { term: "monthly", plan: "enterprise" };
  const { rows } = await bulkConsole.ran(bulkID);
  expect(states(rows)).toEqual(["changed", "conflict", "changed"]);
  expect(rows[1]?.reason).toContain('Plan is "enterprise" now; expected was "essential"');
  expect(plans()).toEqual(["professional", "enterprise", "professional"]);
});

test("pause holds unsent rows, resume continues, cancel ends the bulk change, and each step is audited", async () => {
  const customers = bulkConsole.addCustomers(4);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  await bulkConsole.step(bulkID, "resume");
  await bulkConsole.until(bulkID, "first-done");
  const held = Promise.withResolvers<void>();
  let pausing: Promise<Response> | undefined;
  bulkConsole.api.script(({ method }) => {
    // Pauses the bulk change while the second row is being sent.
    if (method === "PATCH") pausing ??= bulkConsole.step(bulkID, "pause").finally(held.resolve);
    return undefined;
  });
  await bulkConsole.step(bulkID, "resume");
  await held.promise;
  expect((await pausing)?.status).toBe(200);
  const paused = await bulkConsole.untilIt(
    bulkID,
    ({ bulk, rows }) => bulk.state === "paused" && rows[1]?.state === "changed",
  );
  expect(states(paused.rows)).toEqual(["changed", "changed", "ready", "ready"]);
  expect(paused.bulk.reason?.message).toBe("Paused by edith@test.example.");
  expect((await bulkConsole.step(bulkID, "pause")).status).toBe(409);
  bulkConsole.api.script(() => undefined);
  await bulkConsole.step(bulkID, "cancel");
  const { bulk, rows } = await bulkConsole.until(bulkID, "cancelled");
  expect(states(rows)).toEqual(["changed", "changed", "cancelled", "cancelled"]);
  expect(bulk.finishedAt).toBeDefined();
  const late = await bulkConsole.step(bulkID, "resume");
  expect(await problemOf(late)).toMatchObject({ status: 409, code: "run_moved" });
  expect(bulkConsole.sent("PATCH")).toHaveLength(2);
  const audited = (await readAudit(bulkConsole.console.databaseUrl)).filter(({ target }) => target?.id === bulkID);
  expect(audited.map(({ action, actor }) => `${action} ${actor.email}`)).toEqual([
    "bulk.created edith@test.example",
    "bulk.continued edith@test.example",
    "bulk.continued edith@test.example",
    "bulk.paused edith@test.example",
    "bulk.cancelled edith@test.example",
  ]);
});

test("five consecutive failures pause the bulk change, and the API's messages are stored", async () => {
  const customers = bulkConsole.addCustomers(9);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  await bulkConsole.step(bulkID, "resume");
  await bulkConsole.until(bulkID, "first-done");
  const answer = { status: 422, body: { message: "this plan is sold out" } };
  bulkConsole.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer } : undefined));
  await bulkConsole.step(bulkID, "resume");
  const { bulk, rows } = await bulkConsole.until(bulkID, "paused");
  expect(bulk).toMatchObject({
    reason: { code: "failures" },
    pausedFrom: "running",
    counts: { failed: 5, ready: 3 },
  });
  expect(rows[1]?.reason).toContain("this plan is sold out");
  bulkConsole.api.script(() => undefined);
  await bulkConsole.step(bulkID, "resume");
  expect((await bulkConsole.until(bulkID, "finished")).bulk.counts).toMatchObject({ changed: 4, failed: 5 });
});

test("starting with one customer is refused once the first customer was changed", async () => {
  const { bulkID } = await bulkConsole.checked(ids(bulkConsole.addCustomers(3)));
  await bulkConsole.step(bulkID, "resume", { to: "first" });
  await bulkConsole.until(bulkID, "first-done");
  const late = await bulkConsole.step(bulkID, "resume", { to: "first" });
  expect(await problemOf(late)).toMatchObject({ status: 409, code: "run_moved" });
  expect((await bulkConsole.read(bulkID)).bulk).toMatchObject({
    state: "first-done",
    counts: { changed: 1, ready: 2 },
  });
  expect((await bulkConsole.step(bulkID, "resume", { to: "running" })).status).toBe(200);
  await bulkConsole.until(bulkID, "finished");
});

test("if the first customer is refused, the rest is not changed", async () => {
  const customers = bulkConsole.addCustomers(3);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  const answer = { status: 422, body: { message: "not for this one" } };
  bulkConsole.api.script(({ method, path }) =>
    method === "PATCH" && path.includes(customers[0]?.customerID ?? "") ? { effect: "no", answer } : undefined,
  );
  await bulkConsole.step(bulkID, "resume");
  expect((await bulkConsole.until(bulkID, "first-done")).bulk.first).toMatchObject({ state: "failed", position: 1 });
  // The next step changes only one row again: the row that the person has chosen.
  await bulkConsole.step(bulkID, "resume", { first: 3 });
  const second = await bulkConsole.untilIt(bulkID, ({ bulk }) => bulk.state === "first-done");
  expect(states(second.rows)).toEqual(["failed", "ready", "changed"]);
  await bulkConsole.step(bulkID, "resume");
  expect(states((await bulkConsole.until(bulkID, "finished")).rows)).toEqual(["failed", "changed", "changed"]);
});

test("rows that certainly did not change can be repeated in a new bulk change, which compares the contracts again", async () => {
  const customers = bulkConsole.addCustomers(4);
  const { bulkID } = await bulkConsole.checked([...ids(customers), randomUUID()]);
  if (customers[1]) customers[1].contract = { term: "monthly", plan: "enterprise" };
  const answer = { status: 422, body: { message: "not today" } };
  bulkConsole.api.script(({ method, path }) =>
    method === "PATCH" && path.includes(customers[2]?.customerID ?? "") ? { effect: "no", answer } : undefined,
  );
  expect(states((await bulkConsole.ran(bulkID)).rows)).toEqual(["changed", "conflict", "failed", "changed", "missing"]);
  bulkConsole.api.script(() => undefined);

  const again = { change: { plan: "professional" }, source: { kind: "again", bulkID } };
  expect((await bulkConsole.post(again, bulkConsole.viewer)).status).toBe(403);
  const response = await bulkConsole.post(again);
  expect(response.status).toBe(202);
  const { bulk } = bulkAnswerSchema.parse(await response.json());
  expect(bulk.source).toEqual({ kind: "ids", given: 3, duplicates: 0, ofBulkID: bulkID });
  const checked = await bulkConsole.until(bulk.bulkID, "checked");
  expect(checked.rows.map(({ state, before }) => [state, before?.plan])).toEqual([
    ["ready", "enterprise"],
    ["ready", "essential"],
    ["missing", undefined],
  ]);
  expect(states((await bulkConsole.ran(bulk.bulkID)).rows)).toEqual(["changed", "changed", "missing"]);
  expect(plans().slice(-4)).toEqual(Array.from(customers, () => "professional"));

  const { bulkID: whole } = await bulkConsole.checked(ids(bulkConsole.addCustomers(1)));
  const nothing = await bulkConsole.post({ ...again, source: { kind: "again", bulkID: whole } });
  expect(await problemOf(nothing)).toMatchObject({ status: 400, detail: "Nothing is left to start again." });
  expect((await bulkConsole.post({ ...again, source: { kind: "again", bulkID: randomUUID() } })).status).toBe(404);
});

test.each<[string, object]>([
  ["both", { change: { term: "a", plan: "b" }, source: { kind: "ids", customerIDs: ["x"] } }],
  ["neither", { change: {}, source: { kind: "ids", customerIDs: ["x"] } }],
  ["nobody", { change: { plan: "b" }, source: { kind: "ids", customerIDs: [] } }],
  ["an ID with a path", { change: { plan: "b" }, source: { kind: "ids", customerIDs: ["../x"] } }],
  [
    "an additional member",
    { change: { plan: "b" }, source: { kind: "ids", customerIDs: ["x"] }, role: "administrator" },
  ],
  ["no source", { change: { plan: "b" } }],
])("%s is refused before anything is stored", async (_what, body) => {
  expect((await bulkConsole.post(body)).status).toBe(400);
  expect(bulkConsole.api.requests).toEqual([]);
});

test("a bulk change accepts 10,000 IDs, but not one more", async () => {
  const many = Array.from({ length: 10_001 }, () => randomUUID());
  const source = (customerIDs: string[]) => ({ change: { plan: "b" }, source: { kind: "ids", customerIDs } });
  expect((await bulkConsole.post(source(many))).status).toBe(400);
  const taken = await bulkConsole.post(source(many.slice(1)));
  expect(taken.status).toBe(202);
  const { bulkID } = bulkAnswerSchema.parse(await taken.json()).bulk;
  expect((await bulkConsole.until(bulkID, "finished")).bulk.counts.missing).toBe(10_000);
});

test("a viewer sees a bulk change and cannot change it", async () => {
  const customers = bulkConsole.addCustomers(2);
  const { bulkID } = await bulkConsole.checked(ids(customers));
  const body = { change: { plan: "professional" }, source: { kind: "ids", customerIDs: ids(customers) } };
  expect((await bulkConsole.post(body, bulkConsole.viewer)).status).toBe(403);
  for (const step of ["resume", "pause", "cancel"] as const) {
    expect((await bulkConsole.step(bulkID, step, undefined, bulkConsole.viewer)).status).toBe(403);
  }
  const response = await bulkConsole.console.send("GET", "/api/sandbox/bulk", { cookie: bulkConsole.viewer });
  const { bulks } = bulkListSchema.parse(await response.json());
  expect(bulks.find((bulk: Bulk) => bulk.bulkID === bulkID)?.state).toBe("checked");
  expect(
    (await bulkConsole.console.send("GET", `/api/production/bulk/${bulkID}`, { cookie: bulkConsole.viewer })).status,
  ).toBe(404);
});

test("an environment at its limit of unfinished bulk changes starts no new one before one is cancelled", async () => {
  const [customer] = bulkConsole.addCustomers(1);
  const body = { change: { plan: "professional" }, source: { kind: "ids", customerIDs: [customer?.customerID] } };
  let last = await bulkConsole.post(body);
  let begun = "";
  while (last.status === 202) {
    begun = bulkAnswerSchema.parse(await last.json()).bulk.bulkID;
    last = await bulkConsole.post(body);
  }
  expect(last.status).toBe(409);
  const problem = await problemOf(last);
  expect(problem.code).toBe("too_many_bulks");
  expect(problem.detail).toContain(`${maxUnfinishedBulks} unfinished`);
  expect((await bulkConsole.step(begun, "cancel")).status).toBe(200);
  expect((await bulkConsole.post(body)).status).toBe(202);
});
