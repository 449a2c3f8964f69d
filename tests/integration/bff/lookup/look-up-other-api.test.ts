import { expect, test } from "vitest";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const uuidOf = (index: number) => createOtherCustomers("production", index + 1, Date.now())[index]?.uuid ?? "";

async function start(options: Parameters<typeof startConsoleBefore>[0] = {}) {
  // The clock does not move, because the search row by row has a time limit that a busy machine could exceed.
  const { get, ...rest } = await startConsoleBefore({ console: { clock: createTestClock(Date.now()) }, ...options });
  const lookUp = async (q: string, more = "") => {
    const response = await get(`/api/production/lookup?q=${encodeURIComponent(q)}${more}`);
    expect(response.status).toBe(200);
    return lookupAnswerSchema.parse(await response.json());
  };
  return { lookUp, ...rest };
}

test("the lookup finds numbers in another notation, with and without a customer", async () => {
  const { lookUp } = await start();
  // In the API's list, this number is 4989001001, without a plus sign.
  expect((await lookUp("+49 89 001001")).hits).toMatchObject([
    { kind: "number", id: "4989001001", customerID: uuidOf(1) },
  ]);
  // In the API's list, this number is only a text, so its customer is unknown.
  const [mere] = (await lookUp("0049 89 1003")).hits;
  expect(mere).toEqual({ kind: "number", id: "+49891003", label: "+49 89 1003", detail: "", row: 3 });
});

test("the lookup finds names and addresses of an API that spells everything differently", async () => {
  const { lookUp } = await start();
  expect((await lookUp("admin3@production.example")).hits).toMatchObject([{ kind: "customer", id: uuidOf(2) }]);
  expect((await lookUp("nordwind")).looked).toMatchObject([{ what: "customers", by: "search", total: 9 }]);
});

test("an ID that no search finds is searched row by row on request, up to a limit, and the search can be continued", async () => {
  const { lookUp, api } = await start({ customers: 2_300, searchesIDs: false });
  const id = uuidOf(2_250);
  const quick = await lookUp(id);
  expect(quick.hits).toEqual([]);
  expect(quick.looked[0]).toEqual({ what: "customers", by: "search", complete: false });
  expect(api.calls.filter(({ path }) => path.endsWith("/customers"))).toHaveLength(1);

  const walked = await lookUp(id, "&deep=true");
  expect(walked).toMatchObject({
    hits: [],
    looked: [{ what: "customers", by: "walk", complete: false, walked: { from: 0, to: 2_000, total: 2_300 } }],
  });
  const found = await lookUp(id, "&deep=true&from=2000");
  expect(found).toMatchObject({ hits: [{ kind: "customer", id }], looked: [{ by: "walk", complete: true }] });
  const nowhere = await lookUp("0b0e7f3e-1111-4222-8333-444444444444", "&deep=true&from=2000");
  expect(nowhere).toMatchObject({ hits: [], looked: [{ by: "walk", complete: true }] });
});

test("a browser that disconnects ends its calls to the API", async () => {
  const { console } = await start();
  const cookie = await console.signIn("vera@test.example");
  const gone = new AbortController();
  const asked = console.bff.fetch(
    new Request("http://localhost:3000/api/production/lookup?q=%2B49891003", {
      headers: { cookie },
      signal: gone.signal,
    }),
  );
  gone.abort();
  const answer = await asked.catch((error: unknown) => error);
  expect(answer instanceof Response ? answer.status : answer).not.toBe(200);
});
