import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { importAnswerSchema } from "#lib/contract/operations/imports.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { addFilter, addressQuery, readList, shownNames } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";
import { otherNumbersPath } from "#tests/fixtures/other-api/answer-resources.ts";
import type { OtherCustomer } from "#tests/fixtures/other-api/other-customers.ts";

const environment: Environment = "sandbox";
const allTime = { datefrom: "1970-01-01", limit: "100" };

/** Reads all active customers through the console, and waits until all of them are known customers. */
async function readAll(page: Page): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let total = 1; customers.length < total; ) {
    const list = await readList(page, environment, { ...allTime, offset: String(customers.length) });
    expect(list.customers).not.toEqual([]);
    customers.push(...list.customers);
    total = list.total;
  }
  const known = async () => (await readList(page, environment, { ...allTime, source: "known" })).total;
  await expect.poll(known).toBe(customers.length);
  return customers;
}

const usersOf = ({ usersCount = 0 }: Customer) => usersCount;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

test("customers on a plan with more than 50 users are found, sorted, saved as a view, exported and changed in bulk @demo", async ({
  signIn,
  page,
}) => {
  const main = page.getByRole("main");
  const panel = page.getByRole("group", { name: "Add filter" });
  const summary = main.getByRole("status").filter({ hasText: "from what Switchboard has read" });
  await signIn("editor");
  const customers = await readAll(page);
  const onPlan = customers.filter(({ contract }) => contract.plan === "professional");
  const wanted = onPlan.filter((customer) => usersOf(customer) > 50);
  expect(wanted.length).toBeGreaterThan(10);

  await test.step("the keyboard sets the filters, and the page's own list still comes from the API", async () => {
    await page.goto(pages.customers(environment, "window=all&limit=10"));
    await expect(page.getByRole("table")).toBeVisible();
    await expect(summary).toHaveCount(0);
    await button(page, "Add filter").focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "button", "Plan");
    await page.keyboard.press("Enter");
    const plan = panel.getByRole("group", { name: "Plan" }).first();
    const professional = plan.getByRole("checkbox", { name: /^Professional/i });
    await expect(plan.getByText(String(onPlan.length), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await professional.focus();
    await page.keyboard.press("Space");
    await expect(professional).toBeChecked();
    await tabTo(page, "button", "All filters: Plan", { backwards: true });
    await page.keyboard.press("Enter");
    await tabTo(page, "button", "Users");
    await page.keyboard.press("Enter");
    await panel.getByLabel("At least").fill("51");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(button(page, "Add filter")).toBeFocused();
    await expect(button(page, "Plan: Professional, change")).toBeVisible();
    expect(addressQuery(page)).toEqual({ window: "all", limit: "10", plan: "professional", usersFrom: "51" });
    await expect(summary).toContainText(`1–10 of ${wanted.length} customers`);
    await expect(summary).toContainText(/from what Switchboard has read: [\d,]+( of [\d,]+)?, oldest reading .* ago/);
    await expectAccessible(page);
  });

  await test.step("the order applies to all matches, not only to the page", async () => {
    await page.getByRole("columnheader", { name: "Users" }).getByRole("button").click();
    await expect(page.getByRole("columnheader", { name: "Users" })).toHaveAttribute("aria-sort", "descending");
    const sorted = await readList(page, environment, {
      datefrom: "1970-01-01",
      limit: "10",
      plan: "professional",
      usersFrom: "51",
      sort: "usersCount",
    });
    expect(sorted.customers.map(usersOf)).toEqual(
      wanted
        .map(usersOf)
        .toSorted((a, b) => b - a)
        .slice(0, 10),
    );
    await expect.poll(() => shownNames(page)).toEqual(sorted.customers.map(({ companyName }) => companyName.trim()));
    await page.getByRole("columnheader", { name: "Term" }).getByRole("button").click();
    await expect(page.getByRole("columnheader", { name: "Term" })).toHaveAttribute("aria-sort", "ascending");
    await page.goBack();
    await expect(page.getByRole("columnheader", { name: "Users" })).toHaveAttribute("aria-sort", "descending");
  });

  await test.step("a saved view keeps the filters, and an earlier link still opens the same list", async () => {
    await button(page, "Views").click();
    await page.getByRole("button", { name: "Save as a new view…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("on plan Professional, with 51 or more users");
    await dialog.getByLabel("Name").fill("Professional, more than 50");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog).toBeHidden();
    const viewID = new URL(page.url()).searchParams.get("view") ?? "";
    await page.goto(pages.customers(environment, new URLSearchParams({ view: viewID })));
    await expect(button(page, "Plan: Professional, change")).toBeVisible();
    await page.request.delete(api.view(viewID), {
      headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin },
    });
    await page.goto(pages.customers(environment, "window=all&limit=10&sort=usersCount&plan=professional&users=51.."));
    await expect(button(page, "Users: 51 or more, change")).toBeVisible();
    await expect(summary).toContainText(`of ${wanted.length} customers`);
  });

  await test.step("the export contains exactly these customers", async () => {
    await button(page, "Export").click();
    const dialog = page.getByRole("dialog", { name: "Export customers" });
    await expect(dialog).toContainText("on plan Professional, with 51 or more users");
    await expect(dialog).toContainText("reads each of them from the API again");
    const download = page.waitForEvent("download");
    await button(page, `Export ${wanted.length} customers (CSV)`).click();
    const lines = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(wanted.length + 1);
    for (const { customerID } of wanted) {
      expect(lines.filter((line) => line.includes(customerID))).toHaveLength(1);
    }
    await dialog.getByRole("button", { name: "Close" }).last().click();
  });

  await test.step("a bulk change selects and checks all of these customers", async () => {
    await page.getByRole("checkbox", { name: "Select all customers on this page" }).check();
    await button(page, `Select all ${wanted.length} that match`).click();
    await button(page, "Change plan or term").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Enterprise" }).check();
    await button(page, `Check ${wanted.length} customers`).click();
    await expect(page).toHaveURL(/\/bulk\//);
    await expect(main).toContainText(`${wanted.length} customers`);
  });
});

/** The widths at which the test runs, and the change that it makes at each width. */
const journeys = [
  { width: 1280, from: "essential", to: "professional" },
  { width: 360, from: "professional", to: "enterprise" },
] as const;

test("on a desktop and on a phone, a plan is filtered, exported and changed, changes outside and customers are found, and one is read while the API is down", async ({
  page,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 50\d/);
  const behind = await startBehindProxy(page, () => undefined, {
    variables: { PROVISIONING_NUMBERS_PATH: otherNumbersPath },
  });
  const { otherApi, proxy, origin } = behind;
  const main = page.getByRole("main");
  const open = (address: string) => page.goto(`${origin}${address}`);
  const customersOf = () => otherApi.customersOf(environment);
  const [, sought, , changed] = customersOf() as [unknown, OtherCustomer, unknown, OtherCustomer];
  try {
    await open(pages.customers(environment, "window=all"));
    await expect(page.getByRole("table")).toBeVisible();
    await readAll(page);
    otherApi.edit(environment, changed.uuid, { plan: "essential" });
    await readAll(page);
    for (const { width, from, to } of journeys) {
      await page.setViewportSize({ width, height: 900 });
      const wanted = customersOf().filter(({ plan, users, isDeleted }) => plan === from && users > 50 && !isDeleted);
      await test.step(`at ${width} px, all customers on a plan with more than 50 users are found, exported and changed`, async () => {
        await open(pages.customers(environment, "window=all"));
        await addFilter(page, "Plan");
        const panel = page.getByRole("group", { name: "Add filter" });
        await panel.getByRole("checkbox", { name: contractValueName("plan", from) }).check();
        await button(page, "All filters: Plan").click();
        await panel.getByRole("button", { name: "Users" }).click();
        await panel.getByLabel("At least").fill("51");
        await page.keyboard.press("Enter");
        await page.keyboard.press("Escape");
        await expect(main.getByRole("status").filter({ hasText: "what Switchboard has read" })).toContainText(
          `1–${wanted.length} of ${wanted.length} customers`,
        );
        if (width < 1000) await button(page, "More actions").click();
        await button(page, "Export").click();
        const download = page.waitForEvent("download");
        await button(page, `Export ${wanted.length} customers (CSV)`).click();
        const file = await readFile(await (await download).path(), "utf8");
        for (const { uuid } of wanted) expect(file).toContain(uuid);
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

        for (const { name } of wanted) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
        await button(page, "Change plan or term").click();
        await page
          .getByRole("dialog")
          .getByRole("radio", { name: contractValueName("plan", to) })
          .check();
        await button(page, `Check ${wanted.length} customers`).click();
        await button(page, "Change 1 customer first").click();
        await page.getByRole("button", { name: /^Change the other/ }).click({ timeout: 60_000 });
        await expect(page.getByRole("heading", { name: "Finished", exact: true })).toBeVisible({ timeout: 60_000 });
      });

      await test.step(`at ${width} px, this week's change outside is found, and no change by the console is shown as one`, async () => {
        await open(pages.customers(environment, "window=all&elsewhere=7d"));
        await expect.poll(() => shownNames(page)).toEqual([changed.name]);
        await page.getByRole("rowheader").getByRole("link", { name: changed.name }).click();
        const timeline = page.getByRole("region", { name: "Timeline" });
        await expect(timeline).toContainText(/Plan changed outside Switchboard .*: Professional → Essential/);
        await timeline.getByRole("button", { name: "As on…" }).click();
        await page.getByLabel("What is known as on").fill("2020-02-01T10:00");
        await page.getByRole("button", { name: "Show", exact: true }).click();
        await expect(main.getByRole("status").filter({ hasText: "Not seen at this time" })).toContainText(
          "No reading before",
        );
        await expectAccessible(page);
      });

      await test.step(`at ${width} px, a customer is found by a misspelt name and by its number`, async () => {
        for (const text of ["Müler Sönne Studio", "+49 89 001 001"]) {
          await page.keyboard.press("Control+k");
          await page.getByRole("combobox", { name: "Look up anything" }).fill(text);
          const hits = page.getByRole("group", { name: "Sandbox", exact: true }).getByRole("option");
          await expect(hits.filter({ hasText: sought.name })).toHaveCount(1);
          await hits.filter({ hasText: sought.name }).click();
          // After a search by number, the URL contains the number, because the page marks it.
          await expect(page).toHaveURL(new RegExp(`${pages.customer(environment, sought.uuid)}(\\?number=\\d+)?$`));
        }
      });
    }

    const uploaded = await page.request.post(`${origin}${api.imports(environment)}`, {
      data: "companyName,adminEmail,plan,term\nOne Ltd,one@a.example,essential,monthly\n",
      headers: { "X-Switchboard": "1", Origin: origin, "Content-Type": "text/csv" },
    });
    const { importID } = importAnswerSchema.parse(await uploaded.json()).import;

    await proxy.down();
    const isDown = async () => {
      // Half of the calls of the last minute have to fail before the API counts as down.
      const offsets = Array.from({ length: 40 }, (_, offset) => String(offset));
      await Promise.all(offsets.map((offset) => readList(page, environment, { ...allTime, offset })));
      return (await (await page.request.get(origin + api.apiStatus(environment))).json()).availability;
    };
    await expect.poll(isDown, { timeout: 90_000 }).toBe("down");
    const banner = page.getByRole("region", { name: "API outage" });
    const timeline = page.getByRole("region", { name: "Timeline" });
    for (const { width } of journeys) {
      await test.step(`at ${width} px one banner says that the API is down, and the customer is read`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await open(pages.customers(environment, "window=all&plan=enterprise"));
        await expect(banner).toHaveCount(1);
        await expect(banner).toContainText(/The API is not responding\. .* Nothing can be sent now\./);
        await expect(main.getByRole("status").filter({ hasText: "what Switchboard has read" })).toContainText(
          /oldest reading .* ago/,
        );
        await expect(main.getByRole("alert")).toHaveCount(0);

        await open(pages.customer(environment, sought.uuid));
        await expect(page.getByRole("heading", { level: 1 })).toContainText(sought.name);
        await expect(timeline).toContainText("Not loaded: Activities. The reason is at the top of the page.");
        await expect(banner).toHaveCount(1);
        await expect(banner).toContainText(/This page shows what was read at .* Nothing can be sent now\./);
        await expect(main.getByRole("alert")).toHaveCount(0);
        await expectAccessible(page);
        await button(page, "Change plan").click();
        await expect(page.getByRole("dialog")).toContainText("nothing can be sent now");
        await page.keyboard.press("Escape");

        await open(pages.import(environment, importID));
        await expect(main.getByRole("status").filter({ hasText: "nothing can be created now" })).toBeVisible();
        await expectAccessible(page);
        await open(pages.customer(environment, sought.uuid));
      });
    }
    await test.step("after a check that succeeds, the page reads itself again", async () => {
      await proxy.up();
      await banner.getByRole("button", { name: "Check now" }).click();
      await expect(banner).toHaveCount(0);
      await expect(timeline).not.toContainText("Not loaded");
      await expect(main.getByRole("alert")).toHaveCount(0);
    });
  } finally {
    await behind.close();
  }
});
