import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { customerNumbersSchema } from "#lib/contract/customers/customer-numbers.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore, variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";

const uuidOf = (index: number) => createOtherCustomers("sandbox", index + 1, 0)[index]?.uuid ?? "";

test("a customer's numbers are found by the customer's ID in upper or lower case, in a list that arrives in one answer", async () => {
  const { get } = await startConsoleBefore({ customers: 40 });
  const read = async (id: string) =>
    customerNumbersSchema.parse(await (await get(`/api/sandbox/customers/${id}/numbers`)).json());
  const { numbers, walked, owned } = await read(uuidOf(1).toUpperCase());
  expect(numbers.map(({ number }) => number)).toEqual(["4989001001"]);
  expect([walked, owned]).toEqual([{ from: 0, to: 30, total: 30 }, 20]);
  expect((await read(uuidOf(35))).numbers).toEqual([]);
});

test("while the API does not answer, a restarted console shows the known numbers with their age", async () => {
  const { url: databaseUrl, drop } = await createStoreDatabase("console", "sqlite");
  onTestFinished(drop);
  const { api, get, console } = await startConsoleBefore({ customers: 40, console: { databaseUrl } });
  await get("/api/sandbox/numbers?limit=100");
  await console.close();
  await api.close();
  const later = await createTestBff({ baseUrl: api.origin, databaseUrl, variables: variablesFor(api) });
  onTestFinished(later.close);
  const cookie = await later.signIn("vera@test.example");
  const read = async (path: string) => (await later.send("GET", `/api/sandbox/${path}`, { cookie })).json();
  const marked = { source: "known", stale: true, asOf: expect.any(String) };
  expect(customerNumbersSchema.parse(await read(`customers/${uuidOf(1)}/numbers`))).toMatchObject({
    ...marked,
    offered: true,
    numbers: [{ number: "4989001001", seenAt: expect.any(String) }],
  });
  // The answer must be an error. An empty list would be wrong, because the customer may have numbers.
  expect(await read(`customers/${uuidOf(35)}/numbers`)).toMatchObject({
    code: expect.stringMatching(/^upstream_(unreachable|paused)$/),
  });
  const list = numberListSchema.parse(await read("numbers?limit=2&offset=1"));
  expect(list).toMatchObject({ ...marked, total: 30, limit: 2, offset: 1 });
  expect(list.numbers).toHaveLength(2);
});

test("if the API has no numbers, the answer says so", async () => {
  const { get } = await startConsoleBefore({ console: { variables: { PROVISIONING_NUMBERS_PATH: "/nowhere" } } });
  const response = await get(`/api/sandbox/customers/${uuidOf(1)}/numbers`);
  expect(response.status).toBe(200);
  expect(customerNumbersSchema.parse(await response.json())).toMatchObject({ offered: false, numbers: [] });
});

/** Starts an API that has only numbers: `count` of them, in pages. Every 100th number belongs to this customer. */
async function startNumbersApi(count: number) {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://api.invalid");
    const [limit, offset] = [Number(url.searchParams.get("limit")), Number(url.searchParams.get("offset"))];
    response.setHeader("content-type", "application/json");
    if (url.pathname.endsWith("/auth")) {
      return response.end(JSON.stringify({ access_token: "t", token_type: "Bearer", expires_in: 600 }));
    }
    asked.push(offset);
    const numbers = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) => ({
      number: `+49${offset + index}`,
      customerID: (offset + index) % 100 === 0 ? "acme" : "another",
    }));
    return response.end(JSON.stringify({ numbers, total: count, limit, offset }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const staff = [{ email: "vera@test.example", role: "viewer" as const }];
  // The clock does not move, because the search has a time limit that a busy machine could exceed.
  const console = await createTestBff({ baseUrl, staff, clock: createTestClock(Date.now()) });
  onTestFinished(async () => {
    await console.close();
    server.closeAllConnections();
    server.close();
  });
  const cookie = await console.signIn("vera@test.example");
  return {
    asked,
    read: async (query = "") => {
      const response = await console.send("GET", `/api/sandbox/customers/acme/numbers${query}`, { cookie });
      return customerNumbersSchema.parse(await response.json());
    },
  };
}

test("the search has a limit, reports its progress, and continues from there", async () => {
  const { asked, read } = await startNumbersApi(1_250);
  const first = await read();
  expect(first.walked).toEqual({ from: 0, to: 1_000, total: 1_250 });
  expect(first.numbers).toHaveLength(10);
  expect(asked).toHaveLength(10);
  const second = await read("?from=1000");
  expect(second.walked).toEqual({ from: 1_000, to: 1_250, total: 1_250 });
  expect(second.numbers.map(({ number }) => number)).toEqual(["+491000", "+491100", "+491200"]);
  expect(asked.slice(10)).toEqual([1_000, 1_100, 1_200]);
});
