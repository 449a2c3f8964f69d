import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";

const termName = (term: string | undefined) => contractValueName("term", term ?? "");

test.use({ viewport: { width: 360, height: 740 } });

test("a contract that changed in the meantime shows both values and sends nothing, and refusals appear at their field @any-api", {
  tag: "@demo",
}, async ({ signIn, page, origin, environment, upstream, allowConsole }) => {
  allowConsole(/status of (409|400)/);
  await signIn("editor");
  const { customerID, contract } = await pickCustomer(page, environment, 1);
  const [mine = "", theirs = ""] = ["monthly", "12-months", "24-months"].filter((term) => term !== contract.term);
  await openCustomer(page, environment, customerID, "change=term");
  const dialog = page.getByRole("dialog");
  const review = dialog.getByRole("button", { name: "Review the change" });

  await dialog.getByRole("radio", { name: `${termName(contract.term)} current` }).check();
  await review.click();
  const summary = dialog.getByRole("alert", { name: /^(Correct what you have entered|The contract was not changed)$/ });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: `The term is already “${termName(contract.term)}”` })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);

  await dialog.getByRole("radio", { name: termName(mine) }).check();
  await review.click();
  const changed = await page.request.patch(contractAddress(environment, customerID), {
    data: { term: theirs },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  expect(changed.status()).toBe(200);
  await dialog.getByRole("button", { name: `Change term to ${termName(mine)}` }).click();
  await expect(dialog.getByRole("heading", { name: "The contract has changed in the meantime" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Term" })).toHaveText(
    `Term${termName(contract.term)}${termName(theirs)}changed`,
  );
  await expect(dialog.getByText(`You wanted to change the term to “${termName(mine)}”.`)).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);
  const list = await page.request.get(api.operations(environment, new URLSearchParams({ customerID })));
  const [refused] = operationListSchema.parse(await list.json()).operations;
  expect(refused).toMatchObject({ state: "rejected", problem: { code: "contract_changed" } });
  expect(refused?.sentAt).toBeUndefined();

  await dialog.getByRole("button", { name: "Choose again" }).click();
  await expect(dialog.getByRole("radio", { name: `${termName(theirs)} current` })).toBeVisible();
  if (upstream === "service") {
    await dialog.getByRole("textbox", { name: "Other term…" }).fill("99-months");
    await review.click();
    await dialog.getByRole("button", { name: "Change term to 99 months" }).click();
    const words = "term must be one of monthly, 12-months, 24-months, 36-months";
    await expect(summary.getByRole("link", { name: words })).toBeVisible();
    await expect(dialog.getByRole("group", { name: "New term" })).toHaveAccessibleDescription(words);
    // The message is announced inside the dialog, because everything outside an open dialog is inert.
    await expect(dialog.getByRole("status").locator("span").last()).toHaveText("The contract was not changed");
    await expect(dialog.getByRole("textbox", { name: "Other term…" })).toHaveValue("99-months");
    await expectAccessible(page);
  }
  await dialog.getByRole("radio", { name: termName(mine) }).check();
  await review.click();
  await dialog.getByRole("button", { name: `Change term to ${termName(mine)}` }).click();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  await expectNothingCutOff(page);
});
