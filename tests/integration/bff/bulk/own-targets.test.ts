import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { type BulkRow, bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let bulkConsole: BulkConsole;

beforeEach(async () => {
  bulkConsole = await startBulkConsole({ clock: createFastClock(20, 1) });
});

afterEach(() => bulkConsole.close());

const rowsOf = (rows: readonly BulkRow[]) => rows.map(({ state, change, before }) => ({ state, change, before }));
const contractsOf = (customers: readonly { contract: object }[]) => customers.map(({ contract }) => contract);
const ids = (customers: readonly { customerID: string }[]) => customers.map(({ customerID }) => customerID);

/** Starts a bulk change from a file, and waits until it is checked. */
async function checkedFile(content: string) {
  const response = await bulkConsole.postFile(content, "?fileName=changes.csv&reason=why");
  expect(response.status, await response.clone().text()).toBe(202);
  const { bulkID } = bulkAnswerSchema.parse(await response.json()).bulk;
  return bulkConsole.untilIt(bulkID, ({ bulk }) => bulk.state !== "checking");
}

describe("a bulk change from a file", () => {
  test("a file gives each customer its own plan and term, the plan first, and empty cells change nothing", async () => {
    const customers = bulkConsole.addCustomers(4);
    const [a, b, c, d] = ids(customers);
    const content = [
      "Company;Customer ID;Plan;Term",
      `Anything;${a};professional;12-months`,
      `'=Formula;${b};;24-months`,
      `Third;${c};essential;monthly`,
      `Fourth;${d};enterprise;`,
    ].join("\r\n");
    const { bulk, rows } = await checkedFile(content);
    expect(bulk).toMatchObject({
      state: "checked",
      source: { kind: "file", fileName: "changes.csv", given: 4 },
      total: 6,
    });
    expect(bulk.change).toBeUndefined();
    const old = { plan: "essential", term: "monthly" };
    expect(rowsOf(rows)).toEqual([
      { state: "ready", change: { plan: "professional" }, before: old },
      { state: "ready", change: { term: "12-months" }, before: { ...old, plan: "professional" } },
      { state: "ready", change: { term: "24-months" }, before: old },
      { state: "same", change: { plan: "essential" }, before: old },
      { state: "same", change: { term: "monthly" }, before: old },
      { state: "ready", change: { plan: "enterprise" }, before: old },
    ]);
    const ran = await bulkConsole.ran(bulk.bulkID);
    expect(ran.bulk.counts).toMatchObject({ changed: 4, same: 2 });
    expect(contractsOf(customers)).toEqual([
      { plan: "professional", term: "12-months" },
      { plan: "essential", term: "24-months" },
      old,
      { plan: "enterprise", term: "monthly" },
    ]);
    const receipts = await bulkConsole.console.send("GET", `/api/sandbox/bulk/${bulk.bulkID}/receipts`, {
      cookie: bulkConsole.viewer,
    });
    const lines = (await receipts.text()).split("\r\n");
    expect(lines[2]).toContain(",term,monthly,12-months,");
    expect(lines[2]?.endsWith(",12-months,")).toBe(true);
  });

  test("a file with mistakes starts nothing, and each mistake is named by line and column", async () => {
    const [customer] = bulkConsole.addCustomers(1);
    const id = customer?.customerID;
    const response = await bulkConsole.postFile(
      [
        `customerID,plan`,
        `${id},professional`,
        `a/b,professional`,
        `${id?.toUpperCase()},x`,
        `${id}`,
        `,x`,
        "x,\u0007",
      ].join("\n"),
    );
    expect(response.status).toBe(400);
    const { detail, errors } = (await response.json()) as Problem;
    expect(detail).toBe("Nothing was started: the file has 5 mistakes.");
    expect(errors).toEqual([
      { field: "Line 3, column 1 (customerID)", message: "is not a customer ID" },
      { field: "Line 4, column 1 (customerID)", message: "repeats the customer of line 2" },
      { field: "Line 5, column 2 (plan)", message: "The row has 1 cell, and the file has 2 columns." },
      { field: "Line 6, column 1 (customerID)", message: "is not a customer ID" },
      { field: "Line 7, column 2 (plan)", message: "The cell has a line break or a control character." },
    ]);
    const list = await bulkConsole.console.send("GET", "/api/sandbox/bulk", { cookie: bulkConsole.viewer });
    expect(await list.json()).toMatchObject({ total: 0 });
  });

  test.each([
    ["customerID,name\nx,y", "neither a column plan nor a column term"],
    ["plan,term\nx,y", "no column customerID"],
    ["customerID,plan\nx,", "No row has a plan or a term"],
  ])("a file without any change is refused", async (content, message) => {
    const response = await bulkConsole.postFile(content);
    expect([response.status, ((await response.json()) as Problem).detail]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test("a file that is not CSV by its media type, or too large, is refused before it is read", async () => {
    const { editor: cookie, console } = bulkConsole;
    const send = (type: string, body: string) =>
      console.send("POST", "/api/sandbox/bulk/file", { body, cookie, headers: { "content-type": type } });
    expect((await send("application/json", "{}")).status).toBe(415);
    expect((await send("text/csv", "x".repeat(1024 * 1024 + 1))).status).toBe(413);
    expect((await send("text/csv", "")).status).toBe(400);
  });

  test("the term of a customer is never changed if the change of the plan is not verified", async () => {
    const customers = bulkConsole.addCustomers(3);
    const [, second, third] = ids(customers);
    const { bulk } = await checkedFile(
      ["customerID,plan,term", ...ids(customers).map((id) => `${id},professional,12-months`)].join("\n"),
    );
    await bulkConsole.step(bulk.bulkID, "resume");
    await bulkConsole.until(bulk.bulkID, "first-done");
    let isBlind = true;
    bulkConsole.api.script(({ method, path, body }) => {
      if (method !== "PATCH" || !isBlind) return undefined;
      if (path.includes(second ?? "") && "plan" in (body as object)) return { effect: "no", answer: { status: 422 } };
      return path.includes(third ?? "") && "plan" in (body as object)
        ? { effect: "no", answer: { status: 202 } }
        : undefined;
    });
    await bulkConsole.step(bulk.bulkID, "resume");
    const { rows } = await bulkConsole.until(bulk.bulkID, "finished");
    isBlind = false;
    expect(rows.map(({ state }) => state)).toEqual([
      "changed",
      "changed",
      "failed",
      "conflict",
      "accepted",
      "conflict",
    ]);
    expect(rows[3]?.reason).toContain("Not sent: the other change of this customer comes first");
    expect(contractsOf(customers).slice(1)).toEqual([
      { plan: "essential", term: "monthly" },
      { plan: "essential", term: "monthly" },
    ]);
  });
});

describe("undoing a bulk change", () => {
  test("an undo returns every verified customer to its own earlier value, once, in its own order", async () => {
    const customers = [
      ...bulkConsole.addCustomers(2),
      ...bulkConsole.addCustomers(1, { term: "monthly", plan: "enterprise" }),
    ];
    const earlier = contractsOf(customers).map((contract) => ({ ...contract }));
    const { bulkID } = await bulkConsole.checked(ids(customers));
    await bulkConsole.ran(bulkID);
    const { bulk: undo, rows } = await bulkConsole.undone(bulkID);
    expect(undo).toMatchObject({ state: "checked", source: { kind: "undo", ofBulkID: bulkID, given: 3, leftOut: 0 } });
    expect(rows.map(({ change }) => change)).toEqual([
      { plan: "enterprise" },
      { plan: "essential" },
      { plan: "essential" },
    ]);
    await bulkConsole.ran(undo.bulkID);
    expect(contractsOf(customers)).toEqual(earlier);
    expect((await bulkConsole.read(bulkID)).bulk.undoneBy).toBe(undo.bulkID);
    const list = await bulkConsole.console.send("GET", `/api/sandbox/operations?bulkID=${undo.bulkID}`, {
      cookie: bulkConsole.viewer,
    });
    const { operations } = operationListSchema.parse(await list.json());
    expect(operations.map(({ undoOf }) => typeof undoOf)).toEqual(["string", "string", "string"]);
    const actions = (await readAudit(bulkConsole.console.databaseUrl)).map(({ action }) => action);
    expect(actions.filter((action) => action === "bulk.created")).toHaveLength(2);
    // A second undo has nothing left to undo.
    expect((await bulkConsole.undone(bulkID)).bulk).toMatchObject({ state: "finished", counts: { same: 3 } });
  });

  test("an undo skips a customer whose contract has changed before or after the review, and shows the difference", async () => {
    const customers = bulkConsole.addCustomers(3);
    const { bulkID } = await bulkConsole.checked(ids(customers));
    await bulkConsole.ran(bulkID);
    const [moved, later] = customers;
    if (moved) moved.contract = { ...moved.contract, term: "36-months" };
    const { bulk: undo, rows } = await bulkConsole.undone(bulkID);
    expect(undo.counts).toMatchObject({ ready: 2, conflict: 1 });
    const conflict = rows.find(({ customerID }) => customerID === moved?.customerID);
    expect(conflict).toMatchObject({
      state: "conflict",
      reason: 'The contract was changed since, so this is not undone: term is "36-months" now; expected was "monthly".',
    });
    if (later) later.contract = { ...later.contract, term: "24-months" };
    const { bulk } = await bulkConsole.ran(undo.bulkID);
    expect(bulk.counts).toMatchObject({ changed: 1, conflict: 2 });
    expect(contractsOf(customers)).toEqual([
      { plan: "professional", term: "36-months" },
      { plan: "professional", term: "24-months" },
      { plan: "essential", term: "monthly" },
    ]);
  });

  test("an undo of a file with plan and term restores the term first", async () => {
    const customers = bulkConsole.addCustomers(2);
    const { bulk } = await checkedFile(
      ["customerID,plan,term", ...ids(customers).map((id) => `${id},professional,12-months`)].join("\n"),
    );
    await bulkConsole.ran(bulk.bulkID);
    const { bulk: undo, rows } = await bulkConsole.undone(bulk.bulkID);
    expect(rows.map(({ change }) => Object.keys(change)[0])).toEqual(["term", "plan", "term", "plan"]);
    expect((await bulkConsole.ran(undo.bulkID)).bulk.counts.changed).toBe(4);
    expect(contractsOf(customers)).toEqual(customers.map(() => ({ plan: "essential", term: "monthly" })));
  });

  test("an undo of unverified changes is refused, and uncertain changes count as skipped", async () => {
    const customers = bulkConsole.addCustomers(2);
    const { bulkID } = await bulkConsole.checked(ids(customers));
    const undo = () =>
      bulkConsole.console.send("POST", `/api/sandbox/bulk/${bulkID}/undo`, { cookie: bulkConsole.editor });
    expect([(await undo()).status]).toEqual([400]);
    const second = customers[1]?.customerID ?? "";
    bulkConsole.api.script(({ method, path }) =>
      method === "PATCH" && path.includes(second) ? { effect: "no", answer: { status: 202 } } : undefined,
    );
    await bulkConsole.ran(bulkID);
    const started = bulkAnswerSchema.parse(await (await undo()).json()).bulk;
    expect(started.source).toEqual({ kind: "undo", ofBulkID: bulkID, given: 1, leftOut: 1 });
  });
});

test("the rest of a bulk change with a value for each customer starts again with these values", async () => {
  const customers = bulkConsole.addCustomers(2);
  const [, second] = ids(customers);
  const { bulk } = await checkedFile(`customerID,term\n${ids(customers)[0]},12-months\n${second},24-months`);
  bulkConsole.api.script(({ method, path }) =>
    method === "PATCH" && path.includes(second ?? "") ? { effect: "no", answer: { status: 422 } } : undefined,
  );
  await bulkConsole.ran(bulk.bulkID);
  bulkConsole.api.script(() => undefined);
  const response = await bulkConsole.post({ source: { kind: "again", bulkID: bulk.bulkID } });
  const again = bulkAnswerSchema.parse(await response.json()).bulk;
  const { rows } = await bulkConsole.untilIt(again.bulkID, (one) => one.bulk.state === "checked");
  expect(rowsOf(rows)).toMatchObject([{ state: "ready", change: { term: "24-months" } }]);
});
