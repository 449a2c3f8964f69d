import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { countOf, createButton, newName } from "#tests/e2e/helpers/creation-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const environment = "sandbox";
const operationAddress = /\/sandbox\/operations\/[\da-f-]{36}$/;

test("a person creates a hardware-only customer without e-mail by keyboard, and it finishes while the page is closed @demo @any-api", async ({
  signIn,
  page,
  context,
  upstream,
}) => {
  await signIn("editor");
  await page.goto(pages.newCustomer(environment));
  const name = newName();
  const email = page.getByRole("textbox", { name: /^Administrator e-mail/ });
  await expect(page.getByText("Choose the plan first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();

  const tabTo = async (target: ReturnType<Page["locator"]>) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${target}`);
  };
  const choose = async (label: "Plan" | "Term", value: string) => {
    // Typing selects the option "Other", whether or not the API's plans are known.
    await tabTo(page.getByRole("textbox", { name: `Other ${label.toLowerCase()}…` }));
    await page.keyboard.type(value);
  };
  await tabTo(page.getByRole("textbox", { name: "Company name" }));
  await page.keyboard.type(name);
  await choose("Plan", "hardware");
  await expect(email).toHaveAccessibleDescription(/is hardware-only/);
  await page.keyboard.press("End");
  await page.keyboard.type("-only");
  await choose("Term", "monthly");
  await tabTo(page.getByRole("button", { name: "Review" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
  await expect(page.locator("main").getByText("Sandbox", { exact: true })).toBeVisible();
  await tabTo(createButton(page));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(operationAddress);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Create ${name}`);

  const address = page.url();
  await page.goto("about:blank");
  const later = await context.newPage();
  await later.goto(address);
  await expect(later.getByText("The customer was created.")).toBeVisible({ timeout: 60_000 });
  await expect(later.getByRole("link", { name: "Open the customer" })).toBeVisible();
  await expectAccessible(later);
  if (upstream === "service") {
    expect(await countOf(later, environment, name)).toBe(1);
    const sent = await later.request.get(api.operation(environment, address.split("/").at(-1) ?? ""));
    expect((await sent.json()).operation.request).not.toHaveProperty("adminUser");
  }
});
