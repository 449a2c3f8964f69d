import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

const customers = 450;

let importConsole: ImportConsole;

/** Starts a console that has read all customers from the API. The customers were created 200 and 100 days ago. */
beforeEach(async () => {
  importConsole = await startImportConsole({
    clock: createFastClock(10, 1),
    variables: { KNOWN_CALLS_PER_MINUTE: "600" },
  });
  for (let index = 0; index < customers; index += 1) {
    importConsole.api.customers.push({
      customerID: randomUUID(),
      jobID: randomUUID(),
      environment: "sandbox",
      createdMs: Date.now() - (index < 50 ? 200 : 100) * dayMs + index,
      contract: { plan: "essential", term: "monthly" },
      body: { companyName: `Old ${index}`, adminUser: { email: `old${index}@a.example` } },
    });
  }
  const read = () =>
    queryStore(
      importConsole.console.databaseUrl,
      `select "customers" from "knownWindows" where "environment" = 'sandbox' and "agrees" is not null and "readFrom" is not null`,
    );
  await expect.poll(read, { timeout: 20_000 }).toMatchObject([{ customers }]);
});

afterEach(() => importConsole.close());

/**
 * Returns the requests for lists in creation order, from request number `since` on. Only the check of an import sends
 * such requests.
 */
const listed = (since: number) =>
  importConsole.api.requests
    .slice(since)
    .filter(({ method, path, query }) => method === "GET" && path === "/customers" && query.get("ascending") === "true")
    .map(({ query }) => ({ limit: query.get("limit"), offset: query.get("offset"), datefrom: query.get("datefrom") }));

const file = fileOf(["Old 7", "Old-8 GmbH", "New"]);

test("a check reads known customers in place of the API's list, finds the same customers, and shows the age of the data", async () => {
  importConsole.addCustomers({ companyName: "New", adminUser: { email: "new@a.example" } });
  const before = importConsole.api.requests.length;
  const { import: checked, rows } = await importConsole.checked(file);
  expect(rows.map(({ state }) => state)).toEqual(["same", "similar", "same"]);
  expect(checked.incomplete).toBeUndefined();
  expect(checked.comparedWith).toEqual({
    recorded: customers,
    read: 1,
    total: customers + 1,
    oldestSeenAt: expect.any(String),
  });
  // Two calls: the number of all customers, and the customers of the last days.
  expect(listed(before).map(({ limit, offset }) => [limit, offset])).toEqual([
    ["1", "0"],
    ["100", "0"],
  ]);
  expect(listed(before)[1]?.datefrom?.slice(0, 4)).not.toBe("1970");
});

test("a check reads only the days for which known customers are incomplete, and finds the customer there", async () => {
  const url = importConsole.console.databaseUrl;
  await queryStore(url, `delete from "knownCustomers" where "companyName" = 'Old 7'`);
  // Divides the customers into two windows, as in an environment with more than 20,000 customers.
  const day = utcDay(Date.now() - 150 * dayMs);
  await queryStore(url, `update "knownWindows" set "firstDay" = '${day}' where "environment" = 'sandbox'`);
  await queryStore(
    url,
    `insert into "knownWindows" ("environment", "firstDay", "endDay", "readFrom", "readUntil", "customers", "agrees",
        "calls", "missing", "keptOut", "attempts")
      select "environment", '1970-01-01', '${day}', "readFrom", "readUntil", 50, "agrees", 1, 0, 0, 0 from "knownWindows"
      where "environment" = 'sandbox'`,
  );
  const before = importConsole.api.requests.length;
  const { import: checked, rows } = await importConsole.checked(file);
  expect(rows.map(({ state }) => state)).toEqual(["same", "similar", "ready"]);
  expect(checked).not.toHaveProperty("incomplete");
  expect(checked.comparedWith).toEqual({
    recorded: 400,
    read: 50,
    total: customers,
    oldestSeenAt: expect.any(String),
  });
  // The calls: the number of all customers, the customers of the last days, the number of customers in each window, and
  // the window that the store of known customers lacks.
  expect(listed(before).map(({ limit, offset }) => [limit, offset])).toEqual([
    ["1", "0"],
    ["100", "0"],
    ["1", "0"],
    ["1", "0"],
    ["100", "0"],
  ]);
});

test("while the API does not answer, a check uses known customers, and says that it is not complete", async () => {
  importConsole.api.script(({ method, path }) =>
    method === "GET" && path === "/customers" ? { effect: "no", answer: { status: 404 } } : undefined,
  );
  const { import: checked, rows } = await importConsole.checked(file, {
    values: { plan: { essential: "essential" }, term: { monthly: "monthly" } },
  });
  expect(rows.map(({ state }) => state)).toEqual(["same", "similar", "ready"]);
  expect(checked.incomplete).toContain("could not finish");
  expect(rows[2]?.issues).toMatchObject([{ level: "warning", message: expect.stringContaining("could not finish") }]);
  expect(checked.comparedWith).toEqual({ recorded: customers, read: 0, oldestSeenAt: expect.any(String) });
});
