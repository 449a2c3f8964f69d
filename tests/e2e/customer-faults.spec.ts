import { pages } from "#lib/paths.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/fault-proxy.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { configuredVariables, credentialsFor } from "./target.ts";

test("behind an API that loses answers and goes down the page says what it does not know", { tag: "@demo" }, async ({
  page,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of (404|50\d)/);
  const count = 5_300;
  const otherApi = await startOtherApi({ customers: count, searchesIDs: false });
  /** What becomes of the next changes; the last one stays. */
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
    // 5,000 of them, and fewer where a slow machine does not come so far in 10 s.
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
      await dialog.getByRole("radio", { name: target }).check();
      await dialog.getByRole("button", { name: "Review the change" }).click();
      await dialog.getByRole("button", { name: `Change term to ${target}` }).click();
      return dialog;
    };
    const terms = ["monthly", "12-months", "24-months"].filter((term) => term !== far?.term);

    // The API got it, its answer was lost: reading shows the change in force.
    faults.push({ kind: "reset", when: "after" });
    const dialog = await change(terms[0] ?? "");
    await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole("button", { name: "Done" }).click();

    // Nobody can tell whether it got this one: not claimed, looked into, and never sent again by itself.
    faults.splice(0, faults.length, { kind: "reset", when: "before" });
    await change(terms[1] ?? "");
    await expect(dialog.getByRole("heading", { name: /^Outcome unknown/ })).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();

    // Down: what was read stays, with its age.
    await proxy.down();
    await page.getByRole("button", { name: "Reload facts" }).click();
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
