import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { pickCustomer, tabTo } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";

const planName = (plan: string | undefined) => contractValueName("plan", plan ?? "");

test("a person undoes a verified change by keyboard; if the contract changed since then, the undo shows the difference", {
  tag: "@demo",
}, async ({ signIn, page, origin, environment }) => {
  await signIn("editor");
  const { customerID, contract } = await pickCustomer(page, environment, 2);
  const [plan = "", thirdPlan = ""] = ["essential", "professional", "enterprise"].filter(
    (one) => one !== contract.plan,
  );
  const change = async (data: object) => {
    const headers = { "X-Switchboard": "1", Origin: origin };
    const response = await page.request.patch(contractAddress(environment, customerID), { data, headers });
    return operationAnswerSchema.parse(await response.json()).operation;
  };
  const changed = await change({ plan });
  await page.goto(pages.operation(environment, changed.operationID));
  await tabTo(page, page.getByRole("link", { name: "Undo…" }));
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Undo the change of the plan?" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Plan" })).toContainText(planName(contract.plan));
  await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: /^Verified \d\d:\d\d:\d\d/ })).toBeVisible();
  await dialog.getByRole("link", { name: "Open the operation" }).click();
  await expect(page.getByText("Undo of", { exact: true })).toBeVisible();
  await page.goto(pages.operation(environment, changed.operationID));
  await expect(page.getByText("Undone by", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Undo…" })).toBeHidden();

  const again = await change({ plan });
  await change({ plan: thirdPlan });
  await page.goto(pages.operation(environment, again.operationID));
  await page.getByRole("link", { name: "Undo…" }).click();
  await expect(dialog.getByText("it cannot be undone")).toBeVisible();
  await expect(dialog.getByRole("row", { name: "Plan" })).toContainText(
    `${planName(plan)}${planName(thirdPlan)}changed`,
  );
  await expect(dialog.getByRole("button")).toHaveText(["", "Close"]);
  await expectAccessible(page);
});
