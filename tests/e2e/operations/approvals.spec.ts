import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";

const password = "a good long password";

/** Nobody has invited this person, so she can approve the changes of everybody. */
const secondPerson = { email: "edith@approvals.example", role: "editor" } as const;

test("one person requests a change that needs approval, and it is sent when another person approves it @demo", async ({
  page,
  browser,
}) => {
  test.slow();
  const behind = await startBehindProxy(page, () => undefined, { staff: [secondPerson] });
  const headers = { "X-Switchboard": "1", Origin: behind.origin };
  const administrator = await browser.newContext({
    baseURL: behind.origin,
    storageState: await page.context().storageState(),
  });
  const ada = await administrator.newPage();
  const send = (method: string, path: string, data: unknown) => ada.request.fetch(path, { method, headers, data });

  // Adds a second person, and the rule that every change needs approval.
  const person = { email: "emil@approvals.example", name: "Emil", role: "editor", environments: ["sandbox"] };
  const { invitation } = await (await send("POST", api.staff(), person)).json();
  const token = new URL(invitation.url).pathname.split("/").at(-1) ?? "";
  expect((await send("POST", api.invitation(token), { password })).status()).toBe(204);
  const known = await (await ada.request.get(api.approvalPolicy())).json();
  const { policy } = approvalPolicyAnswerSchema.parse(known);
  const rules = { ...policy, sandbox: { ...noApprovalRules, singleChanges: true } };
  expect((await send("PUT", api.approvalPolicy(), rules)).status()).toBe(200);

  const editor = await browser.newContext({ baseURL: behind.origin });
  const emil = await editor.newPage();
  const signedIn = await emil.request.post(api.session(), { data: { email: person.email, password }, headers });
  expect(signedIn.status()).toBe(204);
  const listed = await emil.request.get(api.customers("sandbox", "datefrom=1970-01-01&limit=1"));
  const [customer] = (await listed.json()).customers;
  await emil.goto(pages.customer("sandbox", customer.customerID));
  await emil.getByRole("button", { name: "Change plan" }).click();
  const dialog = emil.getByRole("dialog");
  const otherPlan = dialog.getByRole("group", { name: "New plan" }).getByRole("radio", { checked: false });
  await otherPlan.and(dialog.locator(":enabled")).first().check();
  await dialog.getByRole("button", { name: "Review" }).click();
  // The review shows that approval is needed, before anything is sent.
  await expect(dialog).toContainText("Every contract change needs approval here.");
  await expect(dialog.getByRole("button", { name: /^Change plan to/ })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Request approval" }).click();
  await expect(dialog).toContainText("Your request waits for another person. Nothing was sent.");
  await dialog.getByRole("link", { name: "Open the request" }).click();
  await expect(emil.getByText("Another person has to decide this: you requested it, or you run it.")).toBeVisible();
  await expect(emil.getByRole("button", { name: "Approve and send" })).toHaveCount(0);
  const changes = () => behind.proxy.requests.filter(({ method }) => method === "PATCH").length;
  expect(changes()).toBe(0);

  // Ada has invited Emil, so she could use both accounts. The page tells her why she cannot approve.
  await ada.goto(emil.url());
  await expect(ada.getByText(/^Another person has to decide this: one person could be behind/)).toBeVisible();
  await expect(ada.getByRole("button", { name: "Approve and send" })).toHaveCount(0);

  const second = await browser.newContext({ baseURL: behind.origin });
  const edith = await second.newPage();
  const credentials = { email: secondPerson.email, password: testPassword };
  expect((await edith.request.post(api.session(), { data: credentials, headers })).status()).toBe(204);
  await edith.goto(pages.attention("mine=true"));
  const group = edith.getByRole("region", { name: "Waiting for a decision" });
  await expect(group).toContainText(person.name);
  await group.getByRole("link", { name: "Review and approve" }).click();
  await expect(edith.getByRole("table", { name: /^The contract as requested/ })).toBeVisible();
  await expectAccessible(edith);
  await edith.getByRole("button", { name: "Approve and send" }).press("Enter");
  await expect(edith.getByText("Approved", { exact: true })).toBeVisible();
  await edith.getByRole("link", { name: "Open what was sent" }).click();
  await expect(edith.getByText("Verified").first()).toBeVisible({ timeout: 30_000 });
  expect(changes()).toBe(1);
  await emil.reload();
  await expect(emil.getByText("Approved", { exact: true })).toBeVisible();
  await administrator.close();
  await second.close();
  await editor.close();
  await behind.close();
});
