import { afterAll, beforeAll, expect, test } from "vitest";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let cookie: string;

beforeAll(async () => {
  api = await startOtherApi({ customers: 60 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    staff: [{ email: "vera@test.example", role: "viewer" }],
  });
  cookie = await console.signIn("vera@test.example");
});

afterAll(async () => {
  await console.close();
  await api.close();
});

const list = async (query: string) => {
  const response = await console.send("GET", `/api/production/customers${query}`, { cookie });
  expect(response.status).toBe(200);
  return customerListSchema.parse(await response.json());
};
const lastQuery = () => api.calls.filter(({ path }) => path.endsWith("/customers")).at(-1)?.query;

test("without datefrom the console explicitly requests the last 7 days, and the answer says so", async () => {
  const answer = await list("");
  expect(answer.window).toEqual({ datefrom: lastQuery()?.datefrom, defaulted: true });
  const daysAgo = (Date.parse(answer.asOf) - Date.parse(`${answer.window.datefrom}T00:00:00Z`)) / 86_400_000;
  expect(Math.floor(daysAgo)).toBe(7);
  expect(answer).toMatchObject({ limit: 25, offset: 0 });
});

test("limit, offset, sort, ascending and datefrom are always sent", async () => {
  await list("");
  expect(lastQuery()).toMatchObject({ limit: "25", offset: "0", sort: "created", ascending: "false" });
});

test("an explicit window is forwarded to the API and returned unchanged", async () => {
  const answer = await list("?datefrom=1970-01-01&dateto=2100-01-01&limit=10&sort=companyName&ascending=true");
  expect(answer.window).toEqual({ datefrom: "1970-01-01", dateto: "2100-01-01", defaulted: false });
  expect(answer.customers).toHaveLength(10);
  expect(lastQuery()).toMatchObject({ datefrom: "1970-01-01", dateto: "2100-01-01", sort: "companyName" });
});

test("the request ID is forwarded to the API", async () => {
  const response = await console.send("GET", "/api/sandbox/customers", { cookie });
  expect(api.calls.at(-1)?.headers["x-request-id"]).toBe(response.headers.get("x-request-id"));
});

test.each([
  ["limit=500", "limit"],
  // Without `datefrom`, the date range starts 7 days ago, which is after the requested end.
  ["dateto=2026-01-01", "dateto"],
])("bad input is never sent to the API: %s", async (query, field) => {
  const before = api.calls.length;
  const response = await console.send("GET", `/api/production/customers?${query}`, { cookie });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_request", errors: [{ field }] });
  expect(api.calls.length).toBe(before);
});

test("an end without a start is accepted if it is within the last 7 days", async () => {
  const answer = await list("?dateto=2100-01-01");
  expect(answer.window).toEqual({ datefrom: lastQuery()?.datefrom, dateto: "2100-01-01", defaulted: true });
});
