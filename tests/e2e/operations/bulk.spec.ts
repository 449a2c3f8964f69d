import type { Page } from "@playwright/test";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import {
  type Bulk,
  type BulkDetail,
  type BulkSource,
  bulkAnswerSchema,
  bulkDetailSchema,
} from "#lib/contract/operations/bulk.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { formatCalendarDay } from "#lib/format/format-day.ts";
import { api, pages } from "#lib/paths.ts";
import {
  expectAccessible,
  expectAccessibleInBothLooks,
  expectNothingCutOff,
  expectNoViolation,
} from "#tests/e2e/helpers/axe.ts";
import { needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/**
 * The plan to which the tests change customers. `otherPlan` is the plan to which a colleague changes one of these
 * customers after the customers were read and before the change is sent.
 */
const plan = "enterprise";
const otherPlan = "professional";

/**
 * Finds customers who have neither of the two plans, sorted by name, starting at an offset. Each test uses its own
 * offset.
 */
async function customersFrom(page: Page, environment: Environment, offset: number, count: number) {
  const others: Customer[] = [];
  for (let from = offset; others.length < count; from += 100) {
    const query = { datefrom: "1970-01-01", limit: "100", offset: String(from), sort: "companyName" };
    const { customers } = await readList(page, environment, query);
    expect(customers).not.toEqual([]);
    others.push(...customers.filter(({ contract }) => contract.plan !== plan && contract.plan !== otherPlan));
  }
  return others.slice(0, count);
}

/** Starts a bulk change through the BFF, as the customers page does for a selection. */
async function send(page: Page, path: string, data?: unknown, origin = new URL(page.url()).origin) {
  return page.request.post(path, { headers: { "X-Switchboard": "1", Origin: origin }, ...(data ? { data } : {}) });
}

async function begin(page: Page, environment: Environment, source: BulkSource, plan: string): Promise<Bulk> {
  const answer = await send(page, api.bulks(environment), { change: { plan }, source });
  expect(answer.status(), await answer.text()).toBe(202);
  return bulkAnswerSchema.parse(await answer.json()).bulk;
}

async function readBulk(page: Page, environment: Environment, bulkID: string): Promise<BulkDetail> {
  const answer = await page.request.get(api.bulk(environment, bulkID, "limit=100"));
  return bulkDetailSchema.parse(await answer.json());
}

const sourceOf = (customers: readonly Customer[]): BulkSource => ({
  kind: "ids",
  customerIDs: customers.map(({ customerID }) => customerID),
});

test("a list of IDs is checked, one customer is changed first, and the rest while the page is closed @demo @any-api", async ({
  signIn,
  page,
  environment,
}) => {
  // The longest test: it runs axe in three states.
  test.slow();
  await signIn("editor");
  // There are enough customers to pause the run in the middle.
  const customers = await customersFrom(page, environment, 0, 40);
  await page.goto(pages.bulks(environment));
  await button(page, "New bulk change").click();
  await button(page, "Continue").click();
  await expect(page.getByRole("alert", { name: "This list cannot be used yet" })).toBeFocused();
  const ids = customers.map(({ customerID }) => customerID);
  const list = ["companyName;customerID", ...ids.map((id) => `"a; b";${id}`), `again;${ids[0]}`, "oops;"].join("\r\n");
  await page.getByLabel("CSV file").setInputFiles({ name: "ids.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await expect(page.getByRole("status").filter({ hasText: "40 IDs found in the column “customerID”" })).toBeVisible();
  await expect(page.getByText("Duplicates ignored: 1")).toBeVisible();
  await expect(page.getByText("1 line skipped: no ID found")).toBeVisible();
  await expectNoViolation(page, { colorScheme: "light" });
  await button(page, "Continue").click();
  await button(page, "Check 40 customers").click();
  await expect(page.getByRole("alert", { name: "This cannot start yet" })).toBeFocused();
  await page.getByRole("textbox", { name: "Other plan…" }).fill(plan);
  await expectNoViolation(page, { colorScheme: "dark" });
  await button(page, "Check 40 customers").click();

  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  await expect(heading(page, "Change plan to Enterprise")).toBeVisible();
  await expect(button(page, "Will change 40")).toBeVisible();
  await expectAccessible(page);
  const bulkID = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await button(page, "Change 1 customer first").click();
  await expect(heading(page, "First customer done, waiting for you")).toBeVisible({ timeout: 60_000 });
  const rest = button(page, `Change the other 39 to Enterprise in ${environment}`);
  await expect(rest).toBeVisible();
  expect((await readBulk(page, environment, bulkID)).bulk.counts).toMatchObject({ changed: 1, ready: 39 });
  // The page presses Pause itself as soon as the button appears. A click by Playwright could come after the last row.
  const paused = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          const pause = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Pause");
          if (!pause) return;
          observer.disconnect();
          pause.click();
          resolve();
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
  );
  await rest.click();
  await paused;
  await expect(heading(page, "Paused")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Resume").click();
  await page.goto("about:blank");
  await expect
    .poll(async () => (await readBulk(page, environment, bulkID)).bulk.state, { timeout: 60_000 })
    .toBe("finished");
  // A new tab also finds the bulk change.
  await page.goto(pages.bulks(environment));
  await page.getByRole("link", { name: "Change plan to Enterprise" }).first().click();
  await expect(heading(page, "Finished")).toBeVisible();
  const { rows } = await readBulk(page, environment, bulkID);
  expect(rows.map(({ state, after }) => [state, after?.plan])).toEqual(customers.map(() => ["changed", plan]));

  await button(page, "Verified 40").click();
  await expect(page).toHaveURL(/state=changed/);
  await page.goBack();
  await expect(button(page, "All 40")).toHaveAttribute("aria-pressed", "true");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download results file (CSV)" }).click();
  expect((await downloading).suggestedFilename()).toBe(`bulk-${environment}-${bulkID.slice(0, 8)}.csv`);
});

test("the list of matches is fixed at the start, the rest waits for the first customer, and a cancelled rest is not sent @demo", async ({
  signIn,
  page,
  environment,
  upstream,
}) => {
  needs(upstream === "service", "an API that refuses a plan");
  await signIn("administrator");
  await page.goto(pages.bulks(environment));
  const { customers: newest } = await readList(page, environment, { datefrom: "1970-01-01", limit: "20" });
  const datefrom = newest.at(-1)?.created?.slice(0, 10) ?? "";
  const filters = { datefrom, includeDeleted: false };
  const { total } = await readList(page, environment, { datefrom, limit: "1" });
  const nobodysPlan = "a plan that nobody has";
  const { bulkID } = await begin(page, environment, { kind: "matching", filters, total: total + 1 }, nobodysPlan);
  await page.goto(pages.bulk(environment, bulkID));
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  await expect(page.getByText(`it was started for ${total + 1} customers and contains ${total}.`)).toBeVisible();
  await expect(
    page.getByText(`All created since ${formatCalendarDay(datefrom)} (UTC), as the list was at the start`),
  ).toBeVisible();

  // The API does not know this plan, so it refuses the change of the first customer. The other changes are not sent.
  await button(page, "Change 1 customer first").click();
  await expect(page.getByText(/so nothing else is sent/)).toBeVisible({ timeout: 60_000 });
  await expect(button(page, /^Change the other/)).toHaveCount(0);
  await expect(button(page, "Try another customer first")).toBeVisible();
  await expectAccessible(page);
  await button(page, "Cancel").click();
  const dialog = page.getByRole("dialog", { name: "Cancel this bulk change?" });
  await expect(dialog.getByText(`Change plan to ${nobodysPlan} in ${environment}`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Keep bulk change" })).toBeFocused();
  await expectNoViolation(page, { colorScheme: "dark" });
  await dialog.getByRole("button", { name: "Cancel bulk change" }).click();
  await expect(heading(page, "Cancelled")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /^(Cancel|Resume|Pause)$/ })).toHaveCount(0);
  const { bulk } = await readBulk(page, environment, bulkID);
  expect(bulk.counts).toMatchObject({ failed: 1, cancelled: total - 1 });
});

test("a customer that a colleague changed in the meantime is a conflict, and is not overwritten @demo", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn("editor");
  await page.goto(pages.bulks(environment));
  const customers = await customersFrom(page, environment, 40, 3);
  const { bulkID } = await begin(page, environment, sourceOf(customers), plan);
  await page.goto(pages.bulk(environment, bulkID));
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  const other = customers[1] as Customer;
  const answer = await page.request.patch(contractAddress(environment, other.customerID), {
    data: { plan: otherPlan },
    headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  // The other API changes plans with jobs. Until the job ends, the customer is busy and still has the old plan.
  const { operationID } = operationAnswerSchema.parse(await answer.json()).operation;
  const isOver = async () => {
    const detail = await (await page.request.get(api.operation(environment, operationID))).json();
    const { jobID, job } = operationAnswerSchema.parse(detail).operation;
    return jobID === undefined || job?.finishedAt !== undefined;
  };
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  // The person chooses the last of the three as the first customer.
  const last = customers[2] as Customer;
  await button(page, `Change first: ${last.companyName}`).click();
  await button(page, `Change ${last.companyName} first`).click();
  await expect(heading(page, "First customer done, waiting for you")).toBeVisible({ timeout: 60_000 });
  expect((await readBulk(page, environment, bulkID)).bulk.first).toMatchObject({ position: 3, state: "changed" });
  await button(page, /^Change the other 2/).click();
  await expect(heading(page, "Finished, some not changed")).toBeVisible({ timeout: 60_000 });
  const row = page.getByRole("row").filter({ hasText: "Not sent" });
  await expect(row).toContainText(`is "${otherPlan}" now`);
  await button(page, "Not sent: changed by someone else 1").click();
  await expect(page.getByRole("row")).toHaveCount(2);

  // The bulk change starts again for the remaining customer. Its current plan is the plan that the colleague chose.
  await button(page, "Start again with 1 customer").click();
  await expectNoViolation(page, { colorScheme: "light" });
  await button(page, "Check 1 customer").click();
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("ProfessionalbecomesEnterprise");
  await page.getByRole("link", { name: "An earlier bulk change" }).click();
  await expect(page).toHaveURL(pages.bulk(environment, bulkID));

  // A person undoes the whole bulk change. A customer who was changed in the meantime is skipped.
  const moved = customers[0] as Customer;
  const since = { data: { plan: otherPlan }, headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin } };
  expect((await page.request.patch(contractAddress(environment, moved.customerID), since)).ok()).toBe(true);
  await button(page, "Undo 2 changes…").click();
  const undo = page.getByRole("dialog", { name: "Undo 2 changes?" });
  await undo.getByLabel("Ticket").fill("UNDO-1");
  await undo.getByLabel("Reason").fill("Wrong list");
  await expectNoViolation(page, { colorScheme: "light" });
  await undo.getByRole("button", { name: "Check and review" }).click();
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("UNDO-1")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: moved.companyName })).toContainText(`is "${otherPlan}" now`);
  await button(page, "Change 1 customer first").click();
  await expect(heading(page, /^Finished/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("row").filter({ hasText: last.companyName })).toContainText("Verified");
});

test("a plan and a term for one customer count as two changes, not as two customers @demo", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn("editor");
  await page.goto(pages.bulks(environment));
  const [customer] = await customersFrom(page, environment, 120, 1);
  const term = customer?.contract.term === "24-months" ? "12-months" : "24-months";
  await button(page, "New bulk change").click();
  const file = `customerID,plan,term\n${customer?.customerID},${plan},${term}\n`;
  const chosen = { name: "both.csv", mimeType: "text/csv", buffer: Buffer.from(file) };
  await page.getByLabel("CSV file").setInputFiles(chosen);
  await button(page, "Check the file").click();
  await expect(page.getByText(/^2 changes would be made in /)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Changes done" })).toBeVisible();
  await expect(page.getByText(/2 customers/)).toHaveCount(0);
});

test("the IDs of a file are read with the encoding that the person has chosen, for own values and one value @demo", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn("editor");
  await page.goto(pages.bulks(environment));
  await button(page, "New bulk change").click();
  const file = { mimeType: "text/csv", name: "ids.csv" };
  const list = page.getByRole("textbox", { name: "Or paste IDs here" });
  const own = Buffer.from(`customerID,plan\nM\x9fller-1,${plan}\n`, "latin1");
  await page.getByLabel("CSV file").setInputFiles({ ...file, buffer: own });
  await page.getByRole("combobox", { name: "Encoding" }).selectOption("macintosh");
  await expect(list).toHaveValue(/Müller-1/);
  await page.getByRole("radio", { name: "The same for all" }).check();
  await expect(list).toHaveValue(/Müller-1/);

  // Without a column for the plan or the term, the encoding can be chosen too.
  const ids = Buffer.from("customerID,name\nM\x9fller-1,Miller\n", "latin1");
  await page.getByLabel("CSV file").setInputFiles({ ...file, buffer: ids });
  await expect(list).toHaveValue(/MŸller-1/);
  await page.getByRole("combobox", { name: "Encoding" }).selectOption("macintosh");
  await button(page, "Continue").click();
  await page.getByRole("textbox", { name: "Other plan…" }).fill(plan);
  const started = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith(api.bulks(environment)),
  );
  await button(page, "Check 1 customer").click();
  expect((await started).postDataJSON().source).toEqual({ kind: "ids", customerIDs: ["Müller-1"] });
});

test("a viewer can follow a bulk change but cannot act, not even with hand-made requests; nothing is cut off at 360 px @demo", async ({
  signIn,
  page,
  environment,
  upstream,
}) => {
  // The console that uses the other API has only one account.
  const role = upstream === "service" ? "editor" : "administrator";
  await signIn(role);
  await page.goto(pages.bulks(environment));
  const customers = await customersFrom(page, environment, 60, 3);
  const { bulkID } = await begin(page, environment, sourceOf(customers), plan);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(pages.bulk(environment, bulkID));
  await expect(button(page, "Change 1 customer first")).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);
  if (upstream !== "service") return;

  await signIn("viewer");
  await page.goto(pages.bulk(environment, bulkID));
  await expect(page.getByText("You can view this bulk change. To change it, you need the editor role.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button", { name: /^(Change 1|Cancel|Resume|Pause)/ })).toHaveCount(0);
  for (const step of ["resume", "pause", "cancel"] as const) {
    expect((await send(page, api.bulkStep(environment, bulkID, step))).status()).toBe(403);
  }
  const refused = await send(page, api.bulks(environment), { change: { plan: "x" }, source: sourceOf(customers) });
  expect(refused.status()).toBe(403);
  await page.goto(pages.bulks(environment));
  await expect(page.getByRole("link", { name: /^Change plan to/ }).first()).toBeVisible();
  await expect(button(page, "New bulk change")).toHaveCount(0);
  await expectAccessibleInBothLooks(page);
});
