import { webhookListSchema } from "#lib/contract/webhook.ts";
import { api, pages } from "#lib/paths.ts";
import { addressQuery, needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";

test("webhooks show their known members and raw data with the keyboard alone @any-api", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const answer = await page.request.get(api.list(environment, "webhooks", "limit=25"));
  const { webhooks, total } = webhookListSchema.parse(await answer.json());
  const [webhook] = webhooks;
  needs(webhook?.url !== undefined, "a webhook with an address");
  if (webhook?.url === undefined) return;
  await page.goto(pages.webhooks(environment));
  await expect(page.getByText(`1–${webhooks.length} of ${total} webhooks`)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: webhook.url });
  if (webhook.active !== undefined) await expect(row).toContainText(webhook.active ? "Active" : "Inactive");
  for (const event of webhook.events) await expect(row).toContainText(event);

  const open = await tabTo(page, "button", `Actions for ${webhook.url}`);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Raw data");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Raw data" });
  for (const name of Object.keys(webhook.raw)) await expect(dialog.getByText(name).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test("the URL contains the page size of webhooks, and an offset after the end leads to the last page", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  await page.goto(pages.webhooks(environment, "offset=90000"));
  await page.getByRole("button", { name: "Go to the last page" }).click();
  await expect(page.getByRole("table", { name: "Webhooks" })).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual({});
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("10");
  await expect.poll(() => addressQuery(page)).toEqual({ limit: "10" });
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Rows per page" })).toHaveValue("25");
});
