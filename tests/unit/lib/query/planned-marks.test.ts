import { dehydrate, hydrate, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { PlannedList } from "#lib/contract/operations/planned.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { plannedWithPage, plannedWithPageOptions } from "#lib/query/operations/planned-marks.ts";

const listAsOf = "2026-11-01T00:00:00.000Z";
const planned = { planned: [{ customerID: "a" }], total: 1 } as unknown as PlannedList;

/** Creates the browser's cache of a page. The server has already read the planned changes of `customerIDs`. */
async function pageWith(customerIDs: readonly string[], read: (query: URLSearchParams) => Promise<PlannedList>) {
  const customers = customerIDs.map((customerID) => ({ customerID }));
  const server = new QueryClient();
  const readList = async () => ({ customers, asOf: listAsOf }) as unknown as CustomerList;
  await server.prefetchQuery(plannedWithPageOptions("sandbox", readList, read));
  const browser = new QueryClient();
  hydrate(browser, dehydrate(server));
  return browser;
}

test("planned changes that were read with a page are used for its list only, and only until one of them changes", async () => {
  const asked: string[] = [];
  const client = await pageWith(["a", "b"], async (query) => {
    asked.push(query.toString());
    return planned;
  });
  expect(asked).toEqual(["open=true&limit=2&customerID=a&customerID=b"]);
  expect(plannedWithPage(client, "sandbox", listAsOf).initialData).toEqual(planned);
  expect(plannedWithPage(client, "sandbox", "2026-11-01T00:00:01.000Z")).toEqual({});
  expect(plannedWithPage(client, "production", listAsOf)).toEqual({});
  await client.invalidateQueries({ queryKey: plannedKey("sandbox") });
  expect(plannedWithPage(client, "sandbox", listAsOf)).toEqual({});
});

test("if planned changes cannot be read with the page, the browser reads them", async () => {
  const failing = await pageWith(["a"], async () => {
    throw new Error("the store is slow");
  });
  expect(plannedWithPage(failing, "sandbox", listAsOf)).toEqual({});
  const empty = await pageWith([], async () => planned);
  expect(plannedWithPage(empty, "sandbox", listAsOf)).toEqual({});
});
