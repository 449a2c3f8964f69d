import { afterAll, beforeAll, expect, test } from "vitest";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { everything, startClient } from "./start-client.ts";

let api: Awaited<ReturnType<typeof startOtherApi>>;
let client: ApiClient;
const call = { requestID: "test" };

beforeAll(async () => {
  api = await startOtherApi({ customers: 140 });
  client = startClient("sandbox", api.origin, api.keys.sandbox);
});

afterAll(async () => {
  await client.close();
  await api.close();
});

async function walk(query: Partial<Parameters<ApiClient["listCustomers"]>[0]>) {
  const customers = [];
  for (let offset = 0; ; offset += 25) {
    const page = await client.listCustomers({ ...everything, ...query, offset }, call);
    expect(page).toMatchObject({ limit: 25, offset });
    customers.push(...page.customers);
    if (offset + 25 >= page.total) return { customers, total: page.total };
  }
}

test("all pages together contain every customer once, in the contract's format", async () => {
  const { customers, total } = await walk({ includeDeleted: true });
  expect(total).toBe(140);
  expect(new Set(customers.map(({ customerID }) => customerID)).size).toBe(140);
  for (const customer of customers) {
    expect(customerSchema.parse(customer)).toEqual(customer);
    expect(customer.raw).toHaveProperty("region.cluster", 3);
  }
  expect(customers.filter(({ deleted }) => deleted)).toHaveLength(7);
});

test.each([["created"], ["companyName"], ["usersCount"]] as const)(
  "the list is sorted by %s in both directions",
  async (sort) => {
    const down = await walk({ sort });
    const up = await walk({ sort, ascending: true });
    expect(down.customers.map(({ customerID }) => customerID)).toEqual(
      up.customers.map(({ customerID }) => customerID).reverse(),
    );
  },
);

test("the window and the search narrow the list", async () => {
  const week = await walk({ datefrom: utcDaysAgo(Date.now(), 7) });
  expect(week.total).toBeGreaterThanOrEqual(25);
  expect(week.total).toBeLessThan(40);
  const found = await walk({ searchTerm: "O'BRIEN" });
  expect(found.total).toBeGreaterThan(0);
  expect(found.customers.every(({ companyName }) => companyName.startsWith("O'Brien"))).toBe(true);
});

test("a refusal keeps its status and the API's own message", async () => {
  await expect(client.listCustomers({ ...everything, limit: 101 }, call)).rejects.toMatchObject({
    code: "upstream_refused",
    status: 400,
    errors: [{ message: "limit must be between 1 and 100" }],
  });
});
