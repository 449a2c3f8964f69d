import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

test("if the API loses answers or goes down, the page shows what is unknown", { tag: "@demo" }, async ({
  page,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of (404|50\d)/);
  const count = 5_300;
  const otherApi = await startOtherApi({ customers: count, searchesIDs: false });
  /** The faults of the next changes, in order. The last fault applies to all later changes. */
  const faults: (Fault | undefined)[] = [];
  const proxy = await startFaultProxy(otherApi.origin, ({ method }) =>
    method === "PATCH" ? (faults.length > 1 ? faults.shift() : faults[0]) : undefined,
  );
  const console = await startConsole({ env: configuredVariables(proxy.origin, otherApi.keys) });
  try {
    const signedIn = await page.request.post(`${console.origin}/api/session`, {
      data: credentialsFor("administrator", "other-api"),
      headers: { "X-Switchboard": "1", Origin: console.origin },
    });
    expect(signedIn.status()).toBe(204);

    const far = createOtherCustomers("sandbox", count, Date.now()).findLast(({ isDeleted }) => !isDeleted);
    await page.goto(`${console.origin}${pages.customer("sandbox", far?.uuid ?? "")}`);
    // The search reads 5,000 customers. It reads fewer on a slow machine, because it stops after 10 s.
    await expect(page.getByText(/Checked [\d,]+ of 5,300 customers/)).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    const further = page.getByRole("button", { name: "Search further back" });
    await expect(async () => {
      if (await further.isVisible()) await further.click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(far?.name ?? "", { timeout: 15_000 });
    }).toPass();

    const change = async (target: string) => {
      await page.getByRole("button", { name: "Change term" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: contractValueName("term", target) }).check();
      await dialog.getByRole("button", { name: "Review the change" }).click();
      await dialog.getByRole("button", { name: `Change term to ${contractValueName("term", target)}` }).click();
      return dialog;
    };
    const terms = ["monthly", "12-months", "24-months"].filter((term) => term !== far?.term);

    // From here on, the page cannot read the customer again. The console sends the second change only if the page
    // expects the contract that the first change has verified.
    const released = Promise.withResolvers<void>();
    await page.route(`**${api.customer("sandbox", far?.uuid ?? "")}`, async (route) => {
      await released.promise;
      await route.fallback();
    });

    // The API has carried out the change, but the answer was lost. The console reads the contract again and finds the
    // change.
    faults.push({ kind: "reset", when: "after" });
    const dialog = await change(terms[0] ?? "");
    await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole("button", { name: "Done" }).click();

    // It is unknown whether the API received this change. The console checks the contract, and never sends the change
    // again automatically.
    faults.splice(0, faults.length, { kind: "reset", when: "before" });
    await change(terms[1] ?? "");
    await expect(dialog.getByRole("heading", { name: /^Outcome unknown/ })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();

    released.resolve();
    await page.unrouteAll({ behavior: "wait" });

    // While the API is down, the page still shows the last data, with their age.
    await proxy.down();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByText("showing the last good response").or(page.getByRole("alert")).first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(far?.name ?? "");
    await expectAccessible(page);
  } finally {
    await console.close();
    await proxy.close();
    await otherApi.close();
  }
});
