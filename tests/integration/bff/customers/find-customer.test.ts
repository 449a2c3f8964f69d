import { expect, onTestFinished, test } from "vitest";
import { customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { mixEnvironments } from "#tests/fixtures/api/mix-environments.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore, variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";

const uuidOf = (index: number) => createOtherCustomers("production", index + 1, Date.now())[index]?.uuid ?? "";

async function start(options: Parameters<typeof startConsoleBefore>[0]) {
  // The clock does not move, because the search row by row has a time limit that a busy machine could exceed.
  const { api, get, ...rest } = await startConsoleBefore({
    console: { clock: createTestClock(Date.now()) },
    ...options,
  });
  const lists = () => api.calls.filter(({ path }) => path.endsWith("/customers")).map(({ query }) => query);
  const find = async (customerID: string, query = "") => {
    const before = lists().length;
    const response = await get(`/api/production/customers/${customerID}${query}`);
    return { status: response.status, body: await response.json(), asked: lists().slice(before) };
  };
  return { api, get, find, lists, ...rest };
}

test("a customer that was listed is found with one call, by its name and day", async () => {
  const { get, find } = await start({ customers: 60 });
  const list = await (
    await get("/api/production/customers?datefrom=1970-01-01&limit=100&includeDeleted=true&raw=true")
  ).json();
  for (const index of [0, 13, 59]) {
    const { customerID, companyName, created } = list.customers[index];
    const { status, body, asked } = await find(customerID);
    expect(status).toBe(200);
    expect(customerAnswerSchema.parse(body).customer).toEqual(list.customers[index]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ searchTerm: companyName.trim(), includeDeleted: "true", limit: "100" });
    const [from, to] = [asked[0]?.datefrom ?? "", asked[0]?.dateto ?? ""];
    expect(from <= created.slice(0, 10) && created.slice(0, 10) <= to).toBe(true);
  }
});

test.each(testDialects.flatMap((dialect) => [[dialect, "on"] as const, [dialect, "off"] as const]))(
  "a console that starts later on %s finds a listed customer with one call and knows its name, KNOWN_CUSTOMERS=%s",
  async (dialect, mode) => {
    const { url: databaseUrl, drop } = await createStoreDatabase("console", dialect);
    onTestFinished(drop);
    const variables = { KNOWN_CUSTOMERS: mode };
    const { api, get, console } = await start({
      customers: 60,
      searchesIDs: false,
      console: { databaseUrl, variables },
    });
    const list = await (
      await get("/api/production/customers?datefrom=1970-01-01&limit=100&includeDeleted=true")
    ).json();
    const { customerID, companyName } = list.customers[41];
    await console.close();
    const later = await createTestBff({
      baseUrl: api.origin,
      databaseUrl,
      variables: { ...variablesFor(api), ...variables },
    });
    onTestFinished(() => later.close());
    const before = api.calls.length;
    const cookie = await later.signIn("vera@test.example");
    const numbers = await later.send("GET", "/api/production/numbers?limit=100", { cookie });
    const owned = numberListSchema.parse(await numbers.json()).numbers.filter((one) => one.customerID !== undefined);
    expect(owned.length).toBeGreaterThan(0);
    expect(owned.every(({ companyName }) => companyName !== undefined)).toBe(true);
    const response = await later.send("GET", `/api/production/customers/${customerID}`, { cookie });
    expect(customerAnswerSchema.parse(await response.json()).customer.companyName).toBe(companyName);
    expect(api.calls.slice(before).filter(({ path }) => path.endsWith("/customers"))).toHaveLength(1);
  },
);

test("a listed customer that the API has removed is reported as not found after three calls, without a scan", async () => {
  const { api, get, find } = await start({ customers: 450, searchesIDs: false });
  const list = await (await get("/api/production/customers?datefrom=1970-01-01&limit=100")).json();
  const { customerID } = list.customers[70];
  api.remove("production", customerID);
  const { status, body, asked } = await find(customerID);
  expect([status, body.code]).toEqual([404, "not_found"]);
  expect(asked.map(({ searchTerm, dateto }) => [searchTerm !== undefined, dateto !== undefined])).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ]);
});

test("a customer that was renamed is found by its day", async () => {
  const { api, get, find } = await start({ customers: 60, searchesIDs: false });
  const list = await (await get("/api/production/customers?datefrom=1970-01-01&limit=1")).json();
  const { customerID } = list.customers[0];
  api.rename("production", customerID, "Renamed");
  const { body, asked } = await find(customerID);
  expect(body.customer).toMatchObject({ customerID, companyName: "Renamed" });
  expect(asked.map(({ searchTerm }) => searchTerm === undefined)).toEqual([false, true]);
  expect(asked[1]).toHaveProperty("dateto");
});

test("a customer that was never listed is found with its ID as the search term, deleted or not, in upper and lower case", async () => {
  const { find } = await start({ customers: 60 });
  for (const customerID of [uuidOf(50), uuidOf(13), uuidOf(51).toUpperCase()]) {
    const { status, body, asked } = await find(customerID);
    expect([status, body.customer?.customerID]).toEqual([200, customerID.toLowerCase()]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ searchTerm: customerID, datefrom: "1970-01-01", includeDeleted: "true" });
  }
});

test("a customer that no search finds is found by a scan, the newest first, and later by its name", async () => {
  const { find } = await start({ customers: 450, searchesIDs: false });
  const customerID = uuidOf(320);
  const walked = await find(customerID);
  expect([walked.status, walked.body.customer?.customerID]).toEqual([200, customerID]);
  expect(walked.asked.map(({ offset }) => offset)).toEqual(["0", "0", "100", "200", "300"]);
  expect((await find(customerID)).asked).toHaveLength(1);
});

test("an unknown customer is reported as not found after a scan of the whole list", async () => {
  const { find } = await start({ customers: 250, searchesIDs: false });
  const { status, body, asked } = await find("0b0e7f3e-1111-4222-8333-444444444444");
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: "not_found", detail: "There is no customer with this ID in production." });
  expect(asked).toHaveLength(4);
});

test("a scan stops at its limit with its progress, and continues from there", async () => {
  const { find } = await start({ customers: 5_300, searchesIDs: false });
  const customerID = uuidOf(5_250);
  const first = await find(customerID);
  expect(first.status).toBe(404);
  expect(first.body).toMatchObject({
    code: "customer_not_found_within_bound",
    detail: expect.stringContaining("None of the newest 5,000 of 5,300 customers in production"),
    walked: { from: 0, to: 5_000, total: 5_300 },
  });
  expect(first.asked).toHaveLength(51);
  const second = await find(customerID, `?from=${first.body.walked.to}`);
  expect([second.status, second.body.customer?.customerID]).toEqual([200, customerID]);
  expect(second.asked.map(({ offset }) => offset)).toEqual(["5000", "5100", "5200"]);
});

test("a scan that shows its progress runs in small steps", async () => {
  const { find } = await start({ customers: 450, searchesIDs: false });
  const customerID = uuidOf(420);
  const steps: number[] = [];
  for (let from = 0; ; ) {
    const { status, body } = await find(customerID, `?from=${from}&pages=2`);
    if (status === 200) break;
    from = body.walked.to;
    steps.push(from);
  }
  expect(steps).toEqual([200, 400]);
});

test("customers of the other environment are not found, and do not become known customers of this environment", async () => {
  const { get, find, api } = await start({ customers: 60 });
  const sandbox = await (await get("/api/sandbox/customers?datefrom=1970-01-01&limit=100")).json();
  const { customerID } = sandbox.customers[0];
  const { status, asked } = await find(customerID);
  expect(status).toBe(404);
  // In the other environment, the console searches only for the customer's ID and then row by row. It does not search
  // for the name from the sandbox.
  expect(asked.map(({ searchTerm }) => searchTerm)).toEqual([customerID, undefined]);
  expect(api.calls.filter((call) => call.environment === "sandbox" && call.path.endsWith("/customers"))).toHaveLength(
    1,
  );
});

test("1,000 interleaved operations in both environments store no known customer in the wrong environment", async () => {
  const { operations, right, wrong, wrongAnswers } = await mixEnvironments(1_000);
  expect({ operations, wrong, wrongAnswers }).toEqual({ operations: 1_000, wrong: 0, wrongAnswers: 0 });
  expect(right).toBe(600);
});
