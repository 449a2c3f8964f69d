import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { readMatchingIDs } from "#lib/query/customers/matching-ids.ts";
import { parseCustomersView } from "#lib/url-state/customers-view.ts";
import { startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";

afterEach(() => vi.unstubAllGlobals());

test("all customers of a filtered list are selected although one leaves the list while its pages are read", async () => {
  const { api, addCustomers, console, editor: cookie, close } = await startBulkConsole();
  onTestFinished(close);
  api.customers.length = 0;
  const ids = addCustomers(105).map(({ customerID }) => customerID);
  const tag = (customerID: string, tags: string[]) =>
    console.send("PUT", `/api/sandbox/customers/${customerID}/tags`, { cookie, body: { tags } });
  for (const offset of [0, 100]) {
    const page = `datefrom=1970-01-01&sort=created&ascending=true&limit=100&offset=${offset}`;
    await console.send("GET", `/api/sandbox/customers?${page}`, { cookie });
  }
  for (const customerID of ids) await tag(customerID, ["pilot"]);
  const listed = async () => {
    const answer = await console.send("GET", "/api/sandbox/customers?datefrom=1970-01-01&tag=pilot", { cookie });
    return ((await answer.json()) as { total: number }).total;
  };
  await expect.poll(listed).toBe(ids.length);
  let pages = 0;
  let leaves = "";
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = await console.send("GET", path, { cookie });
    pages += 1;
    // A customer of the first page leaves the list after the page was read, so all later customers move up.
    if (pages === 1) {
      const { customers } = (await answer.clone().json()) as { customers: { customerID: string }[] };
      leaves = customers[5]?.customerID ?? "";
      await tag(leaves, []);
    }
    return answer;
  });
  const view = parseCustomersView(new URLSearchParams("window=all&tag=pilot"));
  const selected = await readMatchingIDs("sandbox", view);
  const stays = (customerID: string) => customerID !== leaves;
  expect(selected.filter(stays).toSorted()).toEqual(ids.filter(stays).toSorted());
});
