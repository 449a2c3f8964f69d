import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer, tabTo } from "#tests/e2e/helpers/customer-page.ts";
import { needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";

const plans = ["essential", "professional", "enterprise"];
const planName = (plan: string | undefined) => contractValueName("plan", plan ?? "");
const termName = (term: string | undefined) => contractValueName("term", term ?? "");
const otherPlans = (present: string | undefined) => plans.filter((plan) => plan !== present);

test("a person changes a plan with the keyboard alone, and the history lists the verified change with person and time @any-api", {
  tag: "@demo",
}, async ({ signIn, page, environment }) => {
  await signIn("editor");
  const customer = await pickCustomer(page, environment, 0);
  const [target = ""] = otherPlans(customer.contract.plan);
  await openCustomer(page, environment, customer.customerID);
  const facts = page.getByRole("region", { name: "Facts" });
  const open = page.getByRole("button", { name: "Change plan" });
  await tabTo(page, open);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("input[type=radio]:focus")).toHaveCount(1);
  await expect(dialog.getByText(environment === "production" ? "Production" : "Sandbox")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Space");
  for (let steps = 0; steps < 4; steps++) {
    if (await dialog.getByRole("radio", { name: target }).isChecked()) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");

  await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
  const row = dialog.getByRole("row", { name: "Plan" });
  await expect(row).toContainText(planName(customer.contract.plan));
  await expect(row).toContainText(planName(target));
  await expect(dialog.getByText(customer.customerID)).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, dialog.getByRole("button", { name: `Change plan to ${target}` }));
  await page.keyboard.press("Enter");

  // The other API answers a change of plan with a job. The dialog follows the job to its end.
  await expect(dialog.getByRole("heading", { name: /^Verified \d\d:\d\d:\d\d/ })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await expect(facts.getByText(planName(target), { exact: true }).first()).toBeVisible();
  const own = await page.request.get(api.session());
  const { staff } = (await own.json()) as { staff: { name: string } };
  const entries = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
  const entry = entries.filter({ hasText: staff.name }).first();
  for (const fact of [planName(customer.contract.plan), planName(target), staff.name])
    await expect(entry).toContainText(fact);
  await page.reload();
  await expect(entry).toContainText(planName(target));
  await expect(page).not.toHaveURL(/change=/);

  // Plan and term are two operations. The second operation is sent when the first one is verified.
  const [plan = ""] = otherPlans(target);
  const term = ["monthly", "24-months"].find((other) => other !== customer.contract.term) ?? "";
  await open.click();
  await dialog.getByText("Plan and term", { exact: true }).click();
  await dialog.getByRole("radio", { name: planName(plan) }).check();
  await dialog.getByRole("radio", { name: termName(term) }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Review the change" }).click();
  await expect(dialog.getByRole("row", { name: "Plan" })).toContainText(`${planName(plan)}Step 1`);
  await expect(dialog.getByRole("row", { name: "Term" })).toContainText(`${termName(term)}Step 2`);
  await dialog
    .getByRole("button", { name: `Change plan to ${planName(plan)}, then term to ${termName(term)}` })
    .click();
  await expect(dialog.getByText(`Step 1 is done: the plan is ${planName(plan)}, verified.`)).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog.getByRole("heading", { name: /^Verified \d\d:\d\d:\d\d/ })).toBeVisible({ timeout: 60_000 });
  await dialog.getByRole("button", { name: "Done" }).click();
  const { customerID } = customer;
  const list = await page.request.get(api.operations(environment, new URLSearchParams({ customerID, limit: "2" })));
  expect(operationListSchema.parse(await list.json()).operations).toMatchObject([
    { request: { term }, outcome: "done" },
    { request: { plan }, outcome: "done" },
  ]);
});

test("the chosen value survives Back and the end of the session, and is sent only once", { tag: "@demo" }, async ({
  signIn,
  page,
  origin,
  environment,
  upstream,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await signIn("editor");
  const { customerID, contract } = await pickCustomer(page, environment, 2);
  const target = ["monthly", "12-months"].find((term) => term !== contract.term) ?? "";
  await openCustomer(page, environment, customerID);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Change term" }).click();
  await dialog.getByRole("radio", { name: termName(target) }).check();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog.getByRole("radio", { name: termName(target) })).toBeChecked();
  await dialog.getByRole("button", { name: "Review the change" }).click();

  await dialog.getByLabel("Reason").fill("The caller asked for it");
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  const send = dialog.getByRole("button", { name: `Change term to ${termName(target)}` });
  await send.click();
  await dialog.getByRole("link", { name: "Sign in again. Your choice is kept." }).click();
  const { email, password } = credentialsFor("editor", upstream);
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(dialog.getByRole("radio", { name: termName(target) })).toBeChecked();
  await dialog.getByRole("button", { name: "Review the change" }).click();
  await expect(dialog.getByLabel("Reason")).toHaveValue("The caller asked for it");
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/contract", async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  await send.dblclick();
  await expect(dialog.getByText("It continues, and is sent only once, even if you close this")).toBeVisible();
  // The dialog is closed and opened again while it sends the change. It still shows this change.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByRole("button", { name: "Changing…" })).toBeVisible();
  held.resolve();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  expect(sent).toBe(1);
});

test("a change whose answer was lost, or that was sent offline, is never reported as not made", {
  tag: "@demo",
}, async ({ signIn, page, context, environment, upstream, allowConsole }) => {
  needs(upstream === "service", "a change without a job");
  allowConsole(/Failed to load resource|ERR_/);
  await signIn("editor");
  const { customerID, contract } = await pickCustomer(page, environment, 6);
  const [first = "", second = ""] = ["monthly", "12-months", "24-months"].filter((term) => term !== contract.term);
  await openCustomer(page, environment, customerID);
  const dialog = page.getByRole("dialog");
  const send = async (term: string) => {
    await page.getByRole("button", { name: "Change term" }).click();
    await dialog.getByRole("radio", { name: termName(term) }).check();
    await dialog.getByRole("button", { name: "Review the change" }).click();
    await dialog.getByRole("button", { name: `Change term to ${termName(term)}` }).click();
  };
  const words = "It is not known whether the change was sent";
  const told = async () => {
    await expect(dialog.getByRole("heading", { name: words })).toBeVisible();
    // The announcement equals the heading.
    await expect(dialog.getByRole("status").locator("span").last()).toHaveText(words);
    await expect(page.getByText("The contract was not changed")).toHaveCount(0);
  };

  // The console carries out the change, but its answer is lost.
  await page.route("**/contract", async (route) => {
    await route.fetch();
    await route.abort("failed");
  });
  await send(first);
  await told();
  await expectAccessible(page);
  await page.unroute("**/contract");
  await dialog.getByRole("button", { name: "Check the record" }).click();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  await expect(dialog.getByRole("status").locator("span").last()).toHaveText("Change of the term: Verified");
  await dialog.getByRole("button", { name: "Done" }).click();

  await context.setOffline(true);
  await send(second);
  await told();
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Check the record" }).click();
  await expect(dialog.getByText("The change is not in the record so far.")).toBeVisible();
});

test("a viewer sees no button for changes, and a hand-made request is refused", { tag: "@demo" }, async ({
  signIn,
  page,
  origin,
  environment,
  upstream,
}) => {
  needs(upstream === "service", "a viewer");
  await signIn("viewer");
  const { customerID, contract } = await pickCustomer(page, environment, 3);
  await openCustomer(page, environment, customerID, "change=plan");
  await expect(page.getByRole("button", { name: /^Change/ })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const answer = await page.request.patch(contractAddress(environment, customerID), {
    data: { plan: otherPlans(contract.plan)[0], expected: contract },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  expect(answer.status()).toBe(403);
  await page.reload();
  await expect(page.getByRole("region", { name: "Facts" }).getByText(planName(contract.plan)).first()).toBeVisible();
});

test("while a job runs on a customer, the contract cannot be changed, and the page gives the reason", {
  tag: "@demo",
}, async ({ signIn, page, origin, upstream }) => {
  needs(upstream === "service", "a job that stalls");
  await signIn("editor");
  const headers = { "X-Switchboard": "1", Origin: origin };
  const created = await page.request.post(api.customers("sandbox"), {
    data: { companyName: "Busy [stall:numbers]", plan: "hardware-only", term: "monthly" },
    headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
  });
  const { customerID } = (await created.json()).operation;
  await openCustomer(page, "sandbox", customerID);
  await expect(page.getByRole("region", { name: "Facts" })).toContainText("Running");
  // Every page shows the customer as being created.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Being created");
  const button = page.getByRole("button", { name: "Change plan" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(/A job is running on this customer/);
  await button.click({ force: true });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  const refused = await page.request.patch(contractAddress("sandbox", customerID), {
    data: { plan: "essential" },
    headers,
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "customer_busy"]);
  await page.goto(pages.customers("sandbox", "window=7d"));
  const row = page.getByRole("rowheader").filter({ hasText: "Busy [stall:numbers]" }).first();
  await expect(row).toContainText("Being created");
});
