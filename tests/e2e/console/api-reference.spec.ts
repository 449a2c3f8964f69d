import { pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a viewer searches the API reference, opens a route by keyboard, and finds it open after a reload @demo", async ({
  signIn,
  page,
}) => {
  await signIn("viewer");
  await page.goto(pages.apiReference("sandbox"));
  const route = page.locator("#getEnvironmentJobs");
  await expect(route).toBeVisible();
  await page.getByRole("searchbox", { name: "Search routes" }).fill("jobs get");
  await expect(page.getByText(/^\d of \d+ routes$/)).toBeVisible();
  await expect(page.locator("#getEnvironmentOperations")).toHaveCount(0);

  await route.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(route.getByRole("heading", { name: "Who may use it" })).toBeVisible();
  await expect(page).toHaveURL(/search=jobs\+get#getEnvironmentJobs$/);
  await expect(route.getByRole("group", { name: "curl" })).toContainText(
    `${new URL(page.url()).origin}/api/sandbox/jobs`,
  );
  await expect(route.getByRole("rowheader", { name: "upstream_timeout" })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(route.getByRole("heading", { name: "Errors" })).toBeVisible();
});

test("a read is sent from the API reference with the values that a person types, and a change is not offered @demo", async ({
  signIn,
  page,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn("viewer");
  await page.goto(`${pages.apiReference("sandbox")}#getEnvironmentJobsJobID`);
  const read = page.locator("#getEnvironmentJobsJobID");
  const send = read.getByRole("button", { name: "Send", exact: true });
  await send.click();
  await expect(read.getByText("Enter a value")).toBeVisible();
  await read.getByRole("textbox", { name: "jobID" }).fill("none");
  await expect(read.getByRole("group", { name: "curl" })).toContainText("/api/sandbox/jobs/none");
  const request = page.waitForRequest(/\/api\/sandbox\/jobs\/none$/);
  await send.click();
  expect((await request).method()).toBe("GET");
  await expect(read.getByText(/^Status 404 · /)).toBeVisible();
  await expect(read.getByText('"code": "not_found"')).toBeVisible();

  const change = page.locator("#patchEnvironmentCustomersCustomerIDContract");
  await change.locator("summary").first().click();
  await expect(change.getByText("Only reads can be tried here.")).toBeVisible();
  await expect(change.getByText("Your role, Viewer, may not use it.")).toBeVisible();
  await expect(change.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
});
