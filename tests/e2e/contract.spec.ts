import { operationListSchema } from "#lib/contract/operation.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "./axe.ts";
import { openCustomer, pickCustomer, tabTo } from "./customer-page.ts";
import { needs } from "./customers-page.ts";
import { expect, test } from "./fixtures.ts";
import { credentialsFor } from "./target.ts";

const plans = ["essential", "professional", "enterprise"];
const otherPlans = (present: string | undefined) => plans.filter((plan) => plan !== present);

test("by keyboard alone a plan is changed, verified, and stands in the history with who and when", {
  tag: "@demo",
}, async ({ signIn, page, environment, upstream }) => {
  await signIn("editor");
  const customer = await pickCustomer(page, environment, 0);
  const [target = ""] = otherPlans(customer.contract.plan);
  await openCustomer(page, environment, customer.customerID);
  const contract = page.getByRole("region", { name: "Contract" });
  const open = contract.getByRole("button", { name: "Change plan" });
  await tabTo(page, open);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: /enterprise/ })).toBeFocused();
  await expect(dialog.getByText(environment === "production" ? "Production" : "Sandbox")).toBeVisible();
  await expect(dialog.getByText("the API refuses to change both at once")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Space");
  for (let steps = 0; steps < 4; steps++) {
    if (await dialog.getByRole("radio", { name: target }).isChecked()) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");

  await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
  const row = dialog.getByRole("row", { name: "Plan" });
  await expect(row).toContainText(customer.contract.plan ?? "");
  await expect(row).toContainText(target);
  await expect(dialog.getByText(customer.customerID)).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, dialog.getByRole("button", { name: `Change plan to ${target}` }));
  await page.keyboard.press("Enter");

  // The other API answers a change of plan with a job, which is followed to its end.
  await expect(dialog.getByRole("heading", { name: /^Verified \d\d:\d\d:\d\d/ })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await expect(contract.getByText(target, { exact: true })).toBeVisible();
  const { email } = credentialsFor("editor", upstream);
  const entry = page
    .getByRole("table", { name: /^Operations on this customer/ })
    .getByRole("row")
    .nth(1);
  for (const fact of [customer.contract.plan ?? "", target, email]) await expect(entry).toContainText(fact);
  await page.reload();
  await expect(entry).toContainText(target);
  await expect(page).not.toHaveURL(/change=/);
});

test.describe("360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("what was changed meanwhile is shown with both values, nothing is sent, and refusals stand at their field", {
    tag: "@demo",
  }, async ({ signIn, page, origin, environment, upstream, allowConsole }) => {
    allowConsole(/status of (409|400)/);
    await signIn("editor");
    const { customerID, contract } = await pickCustomer(page, environment, 1);
    const [mine = "", theirs = ""] = ["monthly", "12-months", "24-months"].filter((term) => term !== contract.term);
    await openCustomer(page, environment, customerID, "change=term");
    const dialog = page.getByRole("dialog");
    const review = dialog.getByRole("button", { name: "Review the change" });

    await dialog.getByRole("radio", { name: `${contract.term} current` }).check();
    await review.click();
    const summary = dialog.getByRole("alert", { name: "The contract is not changed yet" });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link", { name: `The term is already “${contract.term}”` })).toBeVisible();
    await expectAccessible(page);
    await expectNothingCutOff(page);

    await dialog.getByRole("radio", { name: mine }).check();
    await review.click();
    const changed = await page.request.patch(api.contract(environment, customerID), {
      data: { term: theirs },
      headers: { "X-Switchboard": "1", Origin: origin },
    });
    expect(changed.status()).toBe(200);
    await dialog.getByRole("button", { name: `Change term to ${mine}` }).click();
    await expect(dialog.getByRole("heading", { name: "The contract has changed in the meantime" })).toBeVisible();
    await expect(dialog.getByRole("row", { name: "Term" })).toHaveText(`Term${contract.term}${theirs}changed`);
    await expect(dialog.getByText(`You wanted to change the term to “${mine}”.`)).toBeVisible();
    await expectAccessible(page);
    await expectNothingCutOff(page);
    const list = await page.request.get(api.operations(environment, new URLSearchParams({ customerID })));
    const [refused] = operationListSchema.parse(await list.json()).operations;
    expect(refused).toMatchObject({ state: "rejected", problem: { code: "contract_changed" } });
    expect(refused?.sentAt).toBeUndefined();

    await dialog.getByRole("button", { name: "Choose again" }).click();
    await expect(dialog.getByRole("radio", { name: `${theirs} current` })).toBeVisible();
    if (upstream === "service") {
      await dialog.getByRole("textbox", { name: "Another term" }).fill("99-months");
      await review.click();
      await dialog.getByRole("button", { name: "Change term to 99-months" }).click();
      const words = "term must be one of monthly, 12-months, 24-months, 36-months";
      await expect(summary.getByRole("link", { name: words })).toBeVisible();
      await expect(dialog.getByRole("group", { name: "New term" })).toHaveAccessibleDescription(words);
      // Said within the dialog: while it is open everything outside of it is silent.
      await expect(dialog.getByRole("status")).toHaveText("The contract was not changed");
      await expect(dialog.getByRole("textbox", { name: "Another term" })).toHaveValue("99-months");
      await expectAccessible(page);
    }
    await dialog.getByRole("radio", { name: mine }).check();
    await review.click();
    await dialog.getByRole("button", { name: `Change term to ${mine}` }).click();
    await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
    await expectNothingCutOff(page);
  });
});

test("what was chosen outlives the session and Back, and is sent once", { tag: "@demo" }, async ({
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
  await dialog.getByRole("radio", { name: target }).check();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog.getByRole("radio", { name: target })).toBeChecked();
  await dialog.getByRole("button", { name: "Review the change" }).click();

  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  const send = dialog.getByRole("button", { name: `Change term to ${target}` });
  await send.click();
  await dialog.getByRole("link", { name: "Sign in again. Your choice is kept." }).click();
  const { email, password } = credentialsFor("editor", upstream);
  await page.getByRole("textbox", { name: "E-mail address" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(dialog.getByRole("radio", { name: target })).toBeChecked();
  await dialog.getByRole("button", { name: "Review the change" }).click();
  const held = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/contract", async (route) => {
    sent += 1;
    await held.promise;
    await route.continue();
  });
  await send.dblclick();
  await expect(dialog.getByText("It continues, and is sent only once, even if you close this")).toBeVisible();
  // Closed while it is on its way, and opened again: still the same one.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByRole("button", { name: "Changing…" })).toBeVisible();
  held.resolve();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  expect(sent).toBe(1);
});

test("of a change whose answer was lost, or that was sent offline, nobody is told that nothing was changed", {
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
    await dialog.getByRole("radio", { name: term }).check();
    await dialog.getByRole("button", { name: "Review the change" }).click();
    await dialog.getByRole("button", { name: `Change term to ${term}` }).click();
  };
  const words = "It is not known whether the change was sent";
  const told = async () => {
    await expect(dialog.getByRole("heading", { name: words })).toBeVisible();
    // What is heard is what is seen.
    await expect(dialog.getByRole("status")).toHaveText(words);
    await expect(page.getByText("The contract was not changed")).toHaveCount(0);
  };

  // The console has it and carries it out; its answer is lost on the way.
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
  await expect(dialog.getByRole("status")).toHaveText("Change of the term: Verified");
  await dialog.getByRole("button", { name: "Done" }).click();

  await context.setOffline(true);
  await send(second);
  await told();
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Check the record" }).click();
  await expect(dialog.getByText("The change is not in the record so far.")).toBeVisible();
});

test("a viewer sees no way to change anything, and is refused one made by hand", { tag: "@demo" }, async ({
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
  const answer = await page.request.patch(api.contract(environment, customerID), {
    data: { plan: otherPlans(contract.plan)[0], expected: contract },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  expect(answer.status()).toBe(403);
  await page.reload();
  await expect(page.getByRole("region", { name: "Contract" }).getByText(contract.plan ?? "")).toBeVisible();
});

test("while a job runs on a customer its contract is left alone, with the reason", { tag: "@demo" }, async ({
  signIn,
  page,
  origin,
  upstream,
}) => {
  needs(upstream === "service", "a job that stalls");
  await signIn("editor");
  const headers = { "X-Switchboard": "1", Origin: origin };
  const created = await page.request.post(api.customers("sandbox"), {
    data: { companyName: "Busy [stall:numbers]", plan: "hardware-only", term: "monthly" },
    headers: { ...headers, "Idempotency-Key": crypto.randomUUID() },
  });
  const { customerID } = (await created.json()).operation;
  await openCustomer(page, "sandbox", customerID);
  await expect(page.getByRole("region", { name: "Running on this customer" })).toContainText("Running");
  // It is not there yet, wherever it is shown.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Being created");
  await expect(page.getByRole("region", { name: "Facts" }).getByText("Being created")).toBeVisible();
  const button = page.getByRole("button", { name: "Change plan" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await expect(button).toHaveAccessibleDescription(/A job is running on this customer/);
  await button.click({ force: true });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  const refused = await page.request.patch(api.contract("sandbox", customerID), {
    data: { plan: "essential" },
    headers,
  });
  expect([refused.status(), (await refused.json()).code]).toEqual([409, "customer_busy"]);
  await page.goto(pages.customers("sandbox", "window=7d"));
  const row = page.getByRole("rowheader").filter({ hasText: "Busy [stall:numbers]" }).first();
  await expect(row).toContainText("Being created");
});
