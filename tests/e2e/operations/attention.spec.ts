import { randomUUID } from "node:crypto";
import { api, pages } from "#lib/paths.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { newName } from "#tests/e2e/helpers/creation-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a snoozed unknown outcome ends when it is resolved, and a person marks a failure as handled with a reason @demo", async ({
  page,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  // The console checks after 5, 15 and 60 s. On a slow machine only the last check may find the result.
  test.slow();
  let isReadable = true;
  let isRefusing = false;
  const behind = await startBehindProxy(page, ({ method, url }) => {
    if (method === "POST" && url.endsWith("/customers")) {
      if (isRefusing) return { kind: "answer", status: 422 };
      isReadable = false;
      return { kind: "reset", when: "after" };
    }
    return !isReadable && url.includes("/customers?") ? { kind: "answer", status: 500 } : undefined;
  });
  const context = await browser.newContext({
    baseURL: behind.origin,
    storageState: await page.context().storageState(),
  });
  const tab = await context.newPage();
  const [companyName, refusedName] = [newName(), newName()];
  const create = (name: string) =>
    tab.request.post(api.customers("sandbox"), {
      data: { companyName: name, plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" } },
      headers: { "X-Switchboard": "1", Origin: behind.origin, "Idempotency-Key": randomUUID() },
    });
  expect((await create(companyName)).status()).toBe(202);

  await tab.goto(pages.attention());
  const rail = tab.getByRole("navigation", { name: "Pages" });
  await expect(rail.getByRole("link", { name: /^Attention/ })).toHaveAccessibleName("Attention 1 open, 1 for you");
  const group = tab.getByRole("region", { name: "Outcome unknown" });
  await group.getByRole("button", { name: `Snooze ${companyName}` }).press("Enter");
  const dialog = tab.getByRole("dialog");
  await expect(dialog).toContainText("Sandbox");
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The partner checks it this afternoon.");
  await dialog.getByRole("textbox", { name: "Reason" }).press("Enter");
  await expect(tab.getByRole("heading", { name: "Nothing needs attention" })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Attention", exact: true })).toBeVisible();

  await tab.getByRole("button", { name: "Snoozed (1)" }).click();
  await expect(tab).toHaveURL(/snoozed=true$/);
  await expect(group).toContainText("The partner checks it this afternoon.");
  await expect(group).toContainText(/Snoozed by [^@]+ until/);
  await group.getByRole("button", { name: `Show ${companyName} again` }).click();
  await tab.getByRole("button", { name: "Back to open items" }).click();
  await expect(group.getByRole("link", { name: companyName, exact: true })).toBeVisible();
  await expect(group.getByRole("button", { name: "Mark" })).toHaveCount(0);

  // The refused creation is the second item in the list. Marking it as handled needs a reason. Only the item with the
  // unknown outcome is left then.
  isRefusing = true;
  await create(refusedName);
  await tab.reload();
  const failed = tab.getByRole("region", { name: "Failed" });
  await expect(failed.getByRole("link", { name: `Start again: ${refusedName}` })).toHaveAttribute("href", /again=/);
  await failed.getByRole("button", { name: `Mark as handled: ${refusedName}` }).press("Enter");
  await dialog.getByRole("button", { name: "Mark as handled" }).click();
  await expect(dialog.getByRole("alert")).toContainText("must say why");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Created by the partner.");
  await dialog.getByRole("textbox", { name: "Reason" }).press("Enter");
  await expect(failed).toHaveCount(0);
  await expect(group.getByRole("link", { name: companyName, exact: true })).toBeVisible();
  await tab.getByRole("button", { name: "Handled", exact: true }).click();
  await expect(tab).toHaveURL(/handled=true$/);
  await expect(failed).toContainText(/Handled by [^@]+, .*Created by the partner\./s);
  await tab.getByRole("button", { name: "Back to open items" }).click();

  isReadable = true;
  await expect(tab.getByRole("heading", { name: "Nothing needs attention" })).toBeVisible({ timeout: 120_000 });
  await context.close();
  await behind.close();
});
