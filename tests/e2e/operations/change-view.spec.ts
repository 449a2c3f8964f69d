import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { approvalAnswerSchema } from "#lib/contract/operations/approval.ts";
import { bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";

const editorOfViews = { email: "e@views.example", role: "editor" } as const;

test("all customers of a view are checked for a change, and editing the view voids the approval @demo", async ({
  page: ada,
  browser,
}) => {
  test.slow();
  const behind = await startBehindProxy(ada, () => undefined, { staff: [editorOfViews] });
  const headers = { "X-Switchboard": "1", Origin: behind.origin };
  const administrator = await browser.newContext({
    baseURL: behind.origin,
    storageState: await ada.context().storageState(),
  });
  const { policy } = approvalPolicyAnswerSchema.parse(
    await (await administrator.request.get(api.approvalPolicy())).json(),
  );
  const rules = { ...policy, sandbox: { ...noApprovalRules, bulkRows: 1 } };
  expect((await administrator.request.put(api.approvalPolicy(), { data: rules, headers })).status()).toBe(200);

  const context = await browser.newContext({ baseURL: behind.origin });
  const page = await context.newPage();
  const credentials = { email: editorOfViews.email, password: testPassword };
  expect((await page.request.post(api.session(), { data: credentials, headers })).status()).toBe(204);
  const query = "window=all&plan=essential";
  const saved = await page.request.post(api.views(), { data: { name: "Essential", query }, headers });
  const { viewID } = viewAnswerSchema.parse(await saved.json()).view;

  await page.goto(pages.customers("sandbox", `${query}&view=${viewID}`));
  await page.getByRole("button", { name: "Essential", exact: true }).click();
  await page.getByRole("button", { name: "Change all of this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change the contract of all customers in “Essential”" });
  await dialog.getByRole("textbox", { name: "Other plan…" }).fill("enterprise");
  await dialog.getByRole("button", { name: "Check the view" }).click();
  await expect(page.getByRole("heading", { name: "Checked, nothing sent yet" })).toBeVisible({ timeout: 60_000 });
  const bulkID = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const request = page.getByRole("button", { name: "Request approval" });
  await request.click();
  await expect(page.getByText("waits for another person").first()).toBeVisible();
  const detail = await page.request.get(api.bulk("sandbox", bulkID));
  const approvalID = bulkDetailSchema.parse(await detail.json()).approval?.latest?.approvalID ?? "";
  const asked = await administrator.request.get(api.approval("sandbox", approvalID));
  const { digest } = approvalAnswerSchema.parse(await asked.json()).approval;
  const path = api.approvalStep("sandbox", approvalID, "approve");
  expect((await administrator.request.post(path, { data: { digest }, headers })).status()).toBe(200);
  await page.reload();
  const first = page.getByRole("button", { name: "Change 1 customer first" });
  await expect(first).toBeVisible();

  const edited = { query: "window=30d&plan=essential" };
  expect((await page.request.patch(api.view(viewID), { data: edited, headers })).status()).toBe(200);
  await page.reload();
  const group = page.getByRole("region", { name: /^From the view “Essential”/ });
  await expect(group).toContainText("The view was edited after this review.");
  await expect(request).toBeVisible();
  await expect(first).toHaveCount(0);
  await group.getByRole("button", { name: "Compare with the customers now" }).click();
  await expect(group).toContainText("Entered since: 0 customers.");
  await expectAccessibleInBothLooks(page);
  await context.close();
  await administrator.close();
  await behind.close();
});
