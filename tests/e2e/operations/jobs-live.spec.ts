import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

/** Creates a customer through the console. Returns the ID of its job. */
async function createCustomer(page: Page, origin: string, companyName: string): Promise<string> {
  const answer = await page.request.post(api.customers("sandbox"), {
    headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": randomUUID() },
    data: { companyName, plan: "essential", term: "monthly", adminUser: { email: "ada@jobs.example" } },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  const { jobID } = operationAnswerSchema.parse(await answer.json()).operation;
  if (jobID === undefined) throw new Error("the creation has no job");
  return jobID;
}

test("the list and the job's page follow a creation's job live to its end @demo @any-api", async ({
  signIn,
  page,
  origin,
  upstream,
}) => {
  await signIn("editor");
  await page.goto(pages.jobs("sandbox"));
  await expect(
    page
      .getByText(/^Updated |Berlin/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  // Delays the stream, so that the page shows the state of the list before the first event, even on a slow machine.
  const held = Promise.withResolvers<void>();
  await page.route(/\/jobs\/events\?/, async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  const companyName = `Live ${randomUUID()}`;
  await createCustomer(page, origin, companyName);
  await page.getByRole("button", { name: "Reload" }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: companyName }) });
  await expect(row.getByText(/^(Queued|Running)$/)).toBeVisible();
  await expect(page.getByText(/^(Live|Updates every few seconds)$/)).toBeVisible();
  held.resolve();
  await expect(row.getByText("Succeeded")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(`Job of ${companyName}: Succeeded`)).toBeAttached();

  const next = await createCustomer(page, origin, `Live ${randomUUID()}`);
  await page.goto(pages.job("sandbox", next));
  const state = page.getByRole("region", { name: "State" });
  // On a busy machine the job may have ended before the page was shown.
  await expect(state.getByText(/^(Queued|Running|Succeeded)$/)).toBeVisible();
  await expect(state.getByRole("link", { name: "Create customer" })).toBeVisible();
  await expect(state.getByText("Succeeded", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(state.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "100%");
  // Our own service names a job as Switchboard names the operation. The page then shows this name only once.
  await expect(state.getByText("create", { exact: true })).toHaveCount(upstream === "service" ? 0 : 1);
  await expect(page.getByText("The job went back")).toHaveCount(0);
});

test("a new job waits below its count, and a failed one is found by its state and started again @demo", async ({
  signIn,
  page,
  origin,
  upstream,
  context,
}) => {
  needs(upstream === "service", "the sandbox's value for a step that fails");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("editor");
  await page.goto(pages.jobs("sandbox"));
  const names = page.getByRole("rowheader");
  const first = (await names.first().textContent()) ?? "";
  const companyName = `Fails [fail:validate] ${randomUUID()}`;
  const jobID = await createCustomer(page, origin, companyName);
  await expect(page.getByText(/^\d+ new · Show$/)).toBeVisible({ timeout: 30_000 });
  await expect(names.first()).toHaveText(first);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  const row = page.getByRole("row").filter({ hasText: companyName });
  await expect(row.getByText("Failed")).toBeVisible({ timeout: 60_000 });

  await page.goto(pages.jobs("sandbox", "state=failed"));
  await expect(page.getByText(/From [\d,]+ jobs that this console has recorded, of [\d,]+ at the API/)).toBeVisible();
  await expect(page.getByRole("row").getByText(/^(Succeeded|Running)$/)).toHaveCount(0);
  await expectAccessible(page);
  await row.getByRole("link").first().click();

  const state = page.getByRole("region", { name: "State" });
  await expect(state.getByText("The job failed")).toBeVisible();
  await expect(state.getByText("The company could not be validated.")).toBeVisible();
  const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect(steps.first()).toContainText("Failed");
  await expect(steps.last()).toContainText("Not run");
  await state.getByRole("button", { name: "Copy for ticket" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`Job ID: ${jobID}`);
  await expectAccessible(page);
  await state.getByRole("link", { name: "Start again with these values" }).click();
  await expect(page.getByLabel("Company name")).toHaveValue(companyName);
});

test("a failed job's row menu opens its customer, starts it again with its values and copies it for a ticket @demo", async ({
  signIn,
  page,
  origin,
  upstream,
  context,
}) => {
  needs(upstream === "service", "the sandbox's value for a step that fails");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("editor");
  const companyName = `Menu [fail:numbers] ${randomUUID()}`;
  const jobID = await createCustomer(page, origin, companyName);
  await page.goto(pages.jobs("sandbox"));
  const row = page.getByRole("row").filter({ hasText: companyName });
  await expect(row.getByText("Failed")).toBeVisible({ timeout: 60_000 });
  const menu = page.getByRole("group", { name: "Actions" });
  const openMenu = () => row.getByRole("button", { name: `Actions for ${companyName}` }).click();

  // The copy contains the reason, which the list does not know.
  await openMenu();
  await menu.getByRole("button", { name: "Copy for ticket" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`Job ID: ${jobID}`);
  expect(await copied()).toMatch(/Failed: “.+”/);
  await menu.getByRole("link", { name: "Open customer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(companyName);
  await page.goBack();
  await openMenu();
  await menu.getByRole("link", { name: "Start again with these values" }).click();
  await expect(page.getByLabel("Company name")).toHaveValue(companyName);
});
