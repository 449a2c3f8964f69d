import { randomUUID } from "node:crypto";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import { api, pages } from "#lib/paths.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("@demo a new customer stays pinned, with its job, until the API's list returns it", async ({
  signIn,
  openCustomers,
  page,
  origin,
}) => {
  await signIn("editor");
  await openCustomers("sandbox", "window=30d");
  const companyName = `Pinned ${Date.now()} [stall:numbers]`;
  const answer = await page.request.post(api.customers("sandbox"), {
    data: { companyName, plan: "essential", term: "monthly", adminUser: { email: "ada@pinned.example" } },
    headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  const { operation } = await answer.json();
  // Simulates an API whose list does not contain new customers yet.
  const lists = /\/api\/sandbox\/customers\?/;
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as CustomerList;
    const customers = list.customers.filter((customer) => customer.customerID !== operation.customerID);
    await route.fulfill({ response, json: { ...list, customers } });
  });
  const reload = page.getByRole("button", { name: "Reload" });
  await expect(async () => {
    await reload.click();
    await expect(page.getByRole("region", { name: /^New customers/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const pinned = page
    .getByRole("region", { name: /^New customers/ })
    .getByRole("listitem")
    .filter({ hasText: companyName });
  await expect(pinned).toContainText("new");
  await expect(pinned).toContainText("Running");
  await expect(pinned.getByRole("link", { name: `Follow ${companyName}` })).toHaveAttribute(
    "href",
    pages.operation("sandbox", operation.operationID),
  );
  // On another page of the list, or in another order, the new customer is not pinned above the list.
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click();
  await expect(pinned).toBeHidden();
  await page.goBack();
  await expect(pinned).toBeVisible();
  // Waits, because a route handler may still be waiting for its list.
  await page.unrouteAll({ behavior: "wait" });
  await reload.click();
  await expect(pinned).toBeHidden();
  await expect(page.getByRole("rowheader", { name: companyName })).toBeVisible();
});
