import type { Page } from "@playwright/test";
import { lookupTexts } from "#components/lookup/texts.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { newName } from "#tests/e2e/helpers/creation-page.ts";
import { readList } from "#tests/e2e/helpers/customers-page.ts";
import { test as base, expect } from "#tests/e2e/helpers/fixtures.ts";
import { beginCreation } from "#tests/e2e/helpers/states/writing-states.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

interface Counts {
  clicks: number;
  keys: number;
  pastes: number;
}

/**
 * Counts the actions in the browser since the beginning of the task: presses of mouse buttons, presses of keys, and
 * pastes.
 */
interface Effort {
  begin(): Promise<void>;
  spent(): Promise<Counts>;
}

/** Runs in the page. The counts are in the session storage of the tab, so they survive navigations. */
function countEffort(): void {
  const count = (what: string) => sessionStorage.setItem(what, String(Number(sessionStorage.getItem(what) ?? 0) + 1));
  document.addEventListener("mousedown", ({ isTrusted }) => isTrusted && count("effort.clicks"), true);
  document.addEventListener("paste", () => count("effort.pastes"), true);
  document.addEventListener(
    "keydown",
    ({ isTrusted, key, ctrlKey }) => {
      // A shortcut counts as one key. The shortcut for pasting counts as a paste only.
      if (isTrusted && key !== "Control" && !(ctrlKey && key === "v")) count("effort.keys");
    },
    true,
  );
}

/** A separate console, on which a task may change two hundred customers. */
const test = base.extend<{ effort: Effort }, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const console = await startConsole();
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  effort: async ({ page }, use) => {
    await page.addInitScript(countEffort);
    const names = ["clicks", "keys", "pastes"] as const;
    await use({
      begin: () =>
        page.evaluate(() => {
          for (const name of Object.keys(sessionStorage))
            if (name.startsWith("effort.")) sessionStorage.removeItem(name);
        }),
      spent: async () => {
        const counts = await page.evaluate(
          (wanted) => wanted.map((name) => Number(sessionStorage.getItem(`effort.${name}`) ?? 0)),
          names,
        );
        return Object.fromEntries(names.map((name, index) => [name, counts[index]])) as unknown as Counts;
      },
    });
  },
});

const environment = "sandbox";

async function copyText(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

/** Finds a customer who has a plan, so that the test can choose another plan. */
async function someCustomer(page: Page, place: number): Promise<Customer> {
  const { customers } = await readList(page, environment, { datefrom: "1970-01-01", limit: "100" });
  const fit = customers.filter(({ contract: { plan, term }, deleted }) => !deleted && plan && term);
  return fit[place] as Customer;
}

const otherPlan = (customer: Customer) => (customer.contract.plan === "enterprise" ? "professional" : "enterprise");

test.beforeEach(async ({ signIn }) => {
  await signIn("administrator");
});

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

test("a person finds the customer of a caller's number by pasting it on any page and pressing Enter @demo", async ({
  page,
  effort,
}) => {
  await page.goto(pages.overview(environment));
  const { numbers } = numberListSchema.parse(
    await (await page.request.get(api.list(environment, "numbers", "limit=100"))).json(),
  );
  const ringing = numbers.findLast(({ customerID }) => customerID !== undefined);
  await copyText(page, ringing?.number ?? "");
  await effort.begin();
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("link", { name: "Open customer" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pages.customer(environment, ringing?.customerID ?? ""));
  expect(await effort.spent()).toEqual({ clicks: 0, keys: 1, pastes: 1 });
});

test("a person finds a customer by name with fourteen keys @demo", async ({ page, effort }) => {
  await page.goto(pages.overview(environment));
  const { customers } = await readList(page, environment, { datefrom: "1970-01-01", limit: "100" });
  const isTyped = ({ companyName }: Customer) => /^[A-Za-z ]{12}/.test(companyName) && companyName[11] !== " ";
  const alike = (start: string) => customers.filter(({ companyName }) => companyName.startsWith(start)).length;
  const customer = customers.find((one) => isTyped(one) && alike(one.companyName.slice(0, 12)) === 1);
  // Ctrl K works before hydration, but the lookup accepts typed text only after hydration.
  await scriptHasTakenOver(page);
  await effort.begin();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(customer?.companyName.slice(0, 12) ?? "");
  const active = page.getByRole("dialog").getByRole("option", { selected: true });
  await expect(active).toContainText(customer?.companyName ?? "");
  // Waits until all environments have answered. Before that, Enter opens a hit only if it is unmistakable.
  await expect(page.getByRole("dialog").getByText(lookupTexts.searching)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(customer?.companyName.slice(0, 12) ?? "");
  expect((await effort.spent()).keys).toBeLessThanOrEqual(14);
});

test("a person changes a plan with four clicks, and plan and term with six @demo", async ({ page, effort }) => {
  const customer = await someCustomer(page, 3);
  await page.goto(pages.customer(environment, customer.customerID));
  await scriptHasTakenOver(page);
  const dialog = page.getByRole("dialog");
  const planName = contractValueName("plan", otherPlan(customer));
  await effort.begin();
  await page.getByRole("button", { name: "Change plan" }).click();
  await dialog.getByRole("radio", { name: planName }).click();
  await dialog.getByRole("button", { name: "Review the change" }).click();
  await dialog.getByRole("button", { name: `Change plan to ${planName}` }).click();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 60_000 });
  expect(await effort.spent()).toEqual({ clicks: 4, keys: 0, pastes: 0 });

  const other = await someCustomer(page, 5);
  await page.goto(pages.customer(environment, other.customerID));
  await scriptHasTakenOver(page);
  const term = contractValueName("term", other.contract.term === "monthly" ? "24-months" : "monthly");
  await effort.begin();
  await page.getByRole("button", { name: "Change plan" }).click();
  await dialog.getByText("Plan and term", { exact: true }).click();
  await dialog.getByRole("radio", { name: contractValueName("plan", otherPlan(other)) }).click();
  await dialog.getByRole("radio", { name: term }).click();
  await dialog.getByRole("button", { name: "Review the change" }).click();
  await dialog.getByRole("button", { name: /^Change plan to .*, then term to / }).click();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible({ timeout: 60_000 });
  expect(await effort.spent()).toEqual({ clicks: 6, keys: 0, pastes: 0 });
});

test("a person changes two hundred IDs with six clicks and a paste @demo", async ({ page, effort }) => {
  test.slow();
  const customerIDs: string[] = [];
  for (const offset of ["0", "100"]) {
    const query = { datefrom: "1970-01-01", limit: "100", offset, sort: "companyName" };
    customerIDs.push(...(await readList(page, environment, query)).customers.map(({ customerID }) => customerID));
  }
  await page.goto(pages.bulks(environment));
  await copyText(page, customerIDs.join("\n"));
  await effort.begin();
  await page.getByRole("button", { name: "New bulk change" }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Control+v");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Hardware only" }).click();
  await page.getByRole("button", { name: "Check 200 customers" }).click();
  await page.getByRole("button", { name: "Change 1 customer first" }).click();
  await page.getByRole("button", { name: /^Change the other/ }).click();
  await expect(page.getByRole("progressbar", { name: "Customers done" })).toHaveAttribute("aria-valuenow", /[1-9]\d/);
  expect(await effort.spent()).toEqual({ clicks: 6, keys: 0, pastes: 1 });
});

test("a person creates a customer after three mistakes, and each mistake is one click from its field @demo", async ({
  page,
  effort,
}) => {
  const name = newName("Linde");
  const email = "ada@ahorn.example";
  await page.goto(pages.newCustomer(environment));
  const summary = page.getByRole("alert", { name: "Correct what you have entered" });
  await effort.begin();
  await page.getByRole("radio", { name: "Professional" }).click();
  await page.getByRole("textbox", { name: /^Administrator e-mail/ }).click();
  await page.keyboard.type("ada at ahorn");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(summary.getByRole("link")).toHaveCount(3);
  await summary.getByRole("link").nth(0).click();
  await page.keyboard.type(name);
  await page.getByRole("radio", { name: "12 months" }).click();
  await summary.getByRole("link", { name: /e-mail/ }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(email);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^Create .* in Sandbox$/ }).click();
  await expect(page).toHaveURL(/\/sandbox\/operations\//);
  const typed = "ada at ahorn".length + name.length + email.length;
  expect(await effort.spent()).toEqual({ clicks: 8, keys: typed + 1, pastes: 0 });
});

test("the reason of a failed creation is one click away from the overview @demo", async ({ page, effort }) => {
  const name = newName("Birke [fail:admin-user]");
  const operationID = await beginCreation(page, name);
  const outcome = async () =>
    (await (await page.request.get(api.operation(environment, operationID))).json()).operation.outcome;
  await expect.poll(outcome, { timeout: 60_000 }).toBe("failed");
  await page.goto(pages.overview(environment));
  await effort.begin();
  await page
    .getByRole("region", { name: "Waiting for a person" })
    .getByRole("link", { name: new RegExp(name.slice(-8)) })
    .click();
  await expect(page.getByText("The administrator's e-mail address did not accept the invitation.")).toBeVisible();
  expect(await effort.spent()).toEqual({ clicks: 1, keys: 0, pastes: 0 });

  // Reacting to the failure takes two clicks from any page: the form opens with the values of the failed creation.
  await page.goto(pages.customers(environment));
  await effort.begin();
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: /^Attention/ })
    .click();
  await page.getByRole("link", { name: `Start again: ${name}` }).click();
  await expect(page.getByRole("textbox", { name: "Company name" })).toHaveValue(name);
  expect(await effort.spent()).toEqual({ clicks: 2, keys: 0, pastes: 0 });
});

test("a customer is handed over to a colleague with one key @demo", async ({ page, effort }) => {
  const { customerID, companyName } = await someCustomer(page, 3);
  await page.goto(pages.customer(environment, customerID));
  // Until the customer is read, the copy says that it is not read.
  await expect(page.getByRole("heading", { level: 1, name: companyName })).toBeVisible();
  await copyText(page, "");
  await scriptHasTakenOver(page);
  await effort.begin();
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(companyName);
  expect(await effort.spent()).toEqual({ clicks: 0, keys: 1, pastes: 0 });
});

test("a change that begins and ends by itself is planned with at most six clicks and 25 keys @demo", async ({
  page,
  effort,
}) => {
  const customer = await someCustomer(page, 7);
  await page.goto(pages.customer(environment, customer.customerID));
  await scriptHasTakenOver(page);
  const dialog = page.getByRole("dialog");
  await effort.begin();
  await page.getByRole("button", { name: "Change plan" }).click();
  await dialog.getByRole("radio", { name: contractValueName("plan", otherPlan(customer)) }).click();
  await dialog.getByRole("radio", { name: "Temporary" }).click();
  await dialog.getByLabel("Start").focus();
  await page.keyboard.type("tomorrow");
  await dialog.getByRole("button", { name: "for 30 days" }).click();
  await dialog.getByRole("button", { name: "Review the change" }).click();
  await dialog.getByRole("button", { name: "Schedule the change" }).click();
  await expect(dialog.getByText("It ends on")).toBeVisible();
  const { clicks, keys } = await effort.spent();
  expect(clicks).toBeLessThanOrEqual(6);
  expect(keys).toBeLessThanOrEqual(25);
});

test("an import is found by its file name from the customers page with seven keys @demo", async ({
  page,
  effort,
  origin,
}) => {
  const file = `Branches ${newName("Utrecht")}.csv`;
  const headers = { "X-Switchboard": "1", Origin: origin };
  const address = api.imports(environment, new URLSearchParams({ fileName: file }));
  const uploaded = await page.request.post(address, {
    headers: { ...headers, "content-type": "text/csv" },
    data: `companyName,adminEmail,plan,term\n${newName("Utrecht")},u@import.example,essential,monthly`,
  });
  expect(uploaded.status(), await uploaded.text()).toBe(201);
  await page.goto(pages.customers(environment));
  await scriptHasTakenOver(page);
  await effort.begin();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("branc");
  const active = page.getByRole("dialog").getByRole("option", { selected: true });
  await expect(active).toContainText(file);
  await expect(page.getByRole("dialog").getByText(lookupTexts.searching)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(file);
  expect(await effort.spent()).toEqual({ clicks: 0, keys: 7, pastes: 0 });
});
