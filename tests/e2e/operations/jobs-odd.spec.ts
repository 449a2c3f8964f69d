import { jobAnswerSchema } from "#lib/contract/job.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { test } from "#tests/e2e/odd-api.ts";
import * as odd from "#tests/fixtures/api/odd-jobs.ts";

const watched = /^(Live|Updates every few seconds)$/;

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

test.describe("an API with unusual answers @demo", () => {
  test("the page shows an unknown state in the API's own word, and treats the job as unfinished", async ({
    odd: upstream,
    signIn,
    page,
  }) => {
    upstream.tellJob("sandbox", "unknown", odd.inUnknownState("unknown", Date.now()));
    await signIn();
    await page.goto(pages.job("sandbox", "unknown"));
    const state = page.getByRole("region", { name: "State" });
    await expect(state.getByText("“Awaiting Legal Review”", { exact: true })).toBeVisible();
    await expect(state.getByText("The job counts as unfinished")).toBeVisible();
    await expect(state.getByText(watched)).toBeVisible();
    upstream.tellJob("sandbox", "unknown", odd.succeeded("unknown", Date.now()));
    await expect(state.getByText("Succeeded", { exact: true })).toBeVisible();
    await expect(state.getByText("No updates expected")).toBeVisible();
    await expect(page.getByText("The job went back")).toHaveCount(0);
  });

  test("the page follows a job that goes backwards, and says so", async ({ odd: upstream, signIn, page }) => {
    upstream.tellJob("sandbox", "back", odd.halfDone("back", Date.now()));
    await signIn();
    await page.goto(pages.job("sandbox", "back"));
    const state = page.getByRole("region", { name: "State" });
    await expect(state.getByText("Running", { exact: true })).toBeVisible();
    upstream.tellJob("sandbox", "back", odd.backAtTheBeginning("back", Date.now()));
    await expect(state.getByText("The job went back from running (60%) to queued (0%)")).toBeVisible();
    await expect(state.getByText("Queued", { exact: true })).toBeVisible();
    upstream.tellJob("sandbox", "back", odd.succeeded("back", Date.now()));
    await expect(state.getByText("Succeeded", { exact: true })).toBeVisible();
    await expect(state.getByText(/^The job went back/)).toBeVisible();
    // An API may report a finished job as running again. The page finds this only when it reads the job again.
    upstream.tellJob("sandbox", "back", odd.halfDone("back", Date.now()));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(state.getByText("The job went back from succeeded to running (60%)")).toBeVisible();
  });

  test("the page still shows a job that vanishes, with its last data and their age", async ({
    odd: upstream,
    signIn,
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    upstream.tellJob("sandbox", "gone", odd.halfDone("gone", Date.now()));
    await signIn();
    await page.goto(pages.job("sandbox", "gone"));
    const state = page.getByRole("region", { name: "State" });
    await expect(state.getByText("Running", { exact: true })).toBeVisible();
    upstream.tellJob("sandbox", "gone", undefined);
    await expect(state.getByText("The API no longer finds this job")).toBeVisible({ timeout: 60_000 });
    await expect(state.getByText(/The last known state is shown below, read at \d\d:\d\d:\d\d/)).toBeVisible();
    await expect(state.getByText("Running", { exact: true })).toBeVisible();
    await expect(state.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "60%");
    await page.reload();
    await expect(page.getByRole("heading", { name: "The API finds no job with this ID" })).toBeVisible();
    upstream.tellJob("sandbox", "gone", odd.succeeded("gone", Date.now()));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(state.getByText("Succeeded", { exact: true })).toBeVisible();
  });

  test("an endless job shows since when nothing has changed and how long it runs, and is polled within limits", async ({
    odd: upstream,
    signIn,
    page,
  }) => {
    upstream.tellJob("sandbox", "endless", odd.endless("endless", Date.now()));
    await signIn();
    const from = performance.now();
    await page.goto(pages.job("sandbox", "endless"));
    const state = page.getByRole("region", { name: "State" });
    await expect(state.getByText(/^No change for 12\smin/)).toBeVisible();
    await expect(state.getByText("The job seems stuck")).toBeVisible();
    await expect(state.getByText("Progress is not provided by the API.")).toBeVisible();
    const elapsed = state.getByRole("definition").first();
    const before = await elapsed.textContent();
    await expect(elapsed).not.toHaveText(before ?? "");
    const asked = () => upstream.calls.filter(({ path }) => path.endsWith("/jobs/endless")).length;
    const atFirst = asked();
    await expect.poll(asked).toBeGreaterThan(atFirst + 1);
    // The page reads the job twice at the beginning, and then at most once a second.
    expect(asked()).toBeLessThanOrEqual(2 + (performance.now() - from) / 1_000);
  });

  test("the page shows a job of 10 MB by its known members, and stays small", async ({
    odd: upstream,
    signIn,
    page,
  }) => {
    const record = odd.huge("huge", Date.now());
    upstream.tellJob("sandbox", "huge", record);
    await signIn();
    const html = await (await page.request.get(pages.job("sandbox", "huge"))).text();
    expect(html.length).toBeLessThan(500_000);
    await page.goto(pages.job("sandbox", "huge"));
    const state = page.getByRole("region", { name: "State" });
    await expect(state.getByText("Running", { exact: true })).toBeVisible();
    const steps = page.getByRole("region", { name: "Steps" });
    await expect(steps.getByRole("listitem")).toHaveCount(20);
    await steps.getByRole("button", { name: "Show all steps" }).click();
    await expect(steps.getByRole("listitem")).toHaveCount(200);
    await expect(steps.getByText("19800 more steps are not shown.")).toBeVisible();
    await page.getByText("Developer", { exact: true }).click();
    const whole = page.getByRole("link", { name: "Open raw data" });
    await expect(whole).toHaveAttribute("href", api.job("sandbox", "huge", "whole=true"));
    const answer = await page.request.get((await whole.getAttribute("href")) ?? "");
    expect(jobAnswerSchema.parse(await answer.json()).job.raw).toEqual(record);
    upstream.tellJob("sandbox", "huge", odd.succeeded("huge", Date.now()));
    await expect(state.getByText("Succeeded", { exact: true })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search raw data" })).toBeVisible();
  });

  test("an operation with an odd job reports this on its own page too", async ({
    odd: upstream,
    signIn,
    page,
    origin,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    await signIn();
    const answer = await page.request.post(api.customers("sandbox"), {
      data: { companyName: "Odd", plan: "Advance", term: "12", adminUser: { email: "ada@ahorn.example" } },
      headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": crypto.randomUUID() },
    });
    expect(answer.status(), await answer.text()).toBe(202);
    const { operationID, jobID } = (await answer.json()).operation;
    const tell = (record: unknown) => upstream.tellJob("sandbox", jobID, record);
    tell(odd.halfDone(jobID, Date.now()));
    upstream.forgetJob("sandbox", jobID);
    await page.goto(pages.operation("sandbox", operationID));
    const outcome = page.getByRole("region", { name: "Result" });
    await expect(outcome.getByText("60%", { exact: true })).toBeVisible();
    tell(odd.backAtTheBeginning(jobID, Date.now()));
    await expect(outcome.getByText("The job went back from running (60%) to queued (0%).")).toBeVisible();
    tell(odd.inUnknownState(jobID, Date.now()));
    await expect(outcome.getByText("“Awaiting Legal Review”")).toBeVisible();
    tell(odd.huge(jobID, Date.now()));
    await expect(outcome.getByText("and 19960 more steps")).toBeVisible({ timeout: 60_000 });
    await expect(outcome.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(40);
    // The page does not report the first 404. It reports the job as missing after several 404 answers.
    tell(undefined);
    // After an answer of 10 MB, the console pauses its requests for a while.
    await expect(outcome.getByText("The job cannot be read at the moment:")).toBeVisible({ timeout: 60_000 });
    await expect(outcome.getByText("Running", { exact: true }).first()).toBeVisible();
    await expect(outcome.getByText("Job not found")).toBeVisible({ timeout: 60_000 });
    await expect(outcome.getByRole("link", { name: "Start again with these values" })).toBeVisible();
  });

  test("one list contains all jobs, follows the unfinished jobs, and shows a reason verbatim", async ({
    odd: upstream,
    signIn,
    page,
    allowConsole,
  }) => {
    // The page of the failed job reads its customer, which this API does not have.
    allowConsole(/status of 404/);
    const atMs = Date.now();
    const failed = odd.failed("d", atMs);
    const jobs = [odd.inUnknownState("a", atMs), odd.endless("b", atMs), odd.huge("c", atMs), failed];
    for (const job of jobs) upstream.tellJob("production", job.jobID, job);
    await signIn();
    await page.goto(pages.jobs("production"));
    const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row("a").getByText("“Awaiting Legal Review”")).toBeVisible();
    await expect(row("d").getByText("Failed")).toBeVisible();
    await expect(page.getByText(watched)).toBeVisible();
    for (const jobID of ["a", "b", "c"]) upstream.tellJob("production", jobID, odd.succeeded(jobID, Date.now()));
    for (const jobID of ["a", "b", "c"]) await expect(row(jobID).getByText("Succeeded")).toBeVisible();
    await expect(page.getByText("Checks for new jobs")).toBeVisible();

    await row("d").getByRole("link", { name: "d", exact: true }).click();
    const reason = page.getByRole("region", { name: "State" }).getByText("<b>No capacity</b>");
    expect(await reason.textContent()).toBe(failed.error);
    await expect(reason.locator("b")).toHaveCount(0);
  });

  test("a person can override a job that never ends to change the contract", async ({
    odd: upstream,
    signIn,
    page,
  }) => {
    await signIn();
    const customer = await pickCustomer(page, "sandbox", 0);
    const { customerID } = customer;
    upstream.tellJob("sandbox", "forever", { ...odd.endless("forever", Date.now()), customerID });
    await page.goto(pages.jobs("sandbox"));
    await expect(page.getByRole("rowheader").locator(`a[href="${pages.job("sandbox", "forever")}"]`)).toBeVisible();
    await openCustomer(page, "sandbox", customerID);
    await expect(page.getByRole("region", { name: "Facts" })).toContainText("Seems stuck");
    const header = page.getByRole("main").locator("header");
    await expect(header.getByText("You can change the contract anyway.")).toBeVisible();
    await expect(header.getByRole("link", { name: "forever" })).toHaveAttribute(
      "href",
      pages.job("sandbox", "forever"),
    );
    await expectAccessible(page);

    await header.getByRole("button", { name: "Change term" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Other term…" }).fill("99");
    await dialog.getByRole("button", { name: "Review the change" }).click();
    await expect(dialog.getByText("it may undo this change or fail because of it")).toBeVisible();
    const send = dialog.getByRole("button", { name: "Change term to 99" });
    await send.click();
    const tick = dialog.getByRole("checkbox", { name: "Send the change anyway" });
    await expect(tick).toBeFocused();
    await expect(tick).toHaveAccessibleDescription(/^Tick this to send the change anyway/);
    await expectAccessible(page);
    // The confirmation applies only to the reviewed change, so it is reset when the person goes back.
    await tick.check();
    await dialog.getByRole("button", { name: "Back" }).click();
    await dialog.getByRole("button", { name: "Review the change" }).click();
    await expect(tick).not.toBeChecked();
    await tick.check();
    await send.click();
    await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
    await dialog.getByRole("link", { name: "Open the operation" }).click();
    await expect(page).toHaveURL(/\/operations\//);
    await expect(page.getByText("Sent anyway, despite unfinished jobs")).toBeVisible();
    await expect(page.getByRole("link", { name: "forever" })).toBeVisible();
    // The form is finished, so Back leads to the customer and not to the form.
    await page.goBack();
    await expect(page).not.toHaveURL(/change=/);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("sent anyway while a job had not ended");
  });

  test("the page shows why a job cannot be read, and a person can send the change anyway", async ({
    odd: upstream,
    signIn,
    page,
  }) => {
    await signIn();
    const { customerID } = await pickCustomer(page, "sandbox", 1);
    upstream.tellJob("sandbox", "unread", { ...odd.halfDone("unread", Date.now()), customerID });
    await page.goto(pages.jobs("sandbox"));
    await expect(page.getByRole("rowheader").locator(`a[href="${pages.job("sandbox", "unread")}"]`)).toBeVisible();
    upstream.tellJob("sandbox", "unread", "no record of a job");
    await openCustomer(page, "sandbox", customerID);
    await expect(page.getByRole("region", { name: "Facts" })).toContainText(
      "This job could not be read. It may still be running.",
    );
    const header = page.getByRole("main").locator("header");
    await expect(header.getByText("You can change the contract anyway.")).toBeVisible();
    await header.getByRole("button", { name: "Change term" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Other term…" }).fill("98");
    await dialog.getByRole("button", { name: "Review the change" }).click();
    await expect(dialog.getByText("A job on this customer cannot be read, so it may still be running")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("checkbox", { name: "Send the change anyway" }).check();
    await dialog.getByRole("button", { name: "Change term to 98" }).click();
    await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
    upstream.tellJob("sandbox", "unread", undefined);
  });

  test("if the API has no numbers at the configured path, the page names the path and who can change it", async ({
    signIn,
    page,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    await signIn();
    await page.goto(pages.numbers("sandbox"));
    const told = page.getByRole("alert").filter({ hasText: "No list of numbers found in the API" });
    await expect(told).toContainText("The sandbox API has no list of numbers at /numbers.");
    await expect(told.getByText("PROVISIONING_NUMBERS_PATH", { exact: true })).toBeVisible();
    await expect(told).toContainText("ask the operator of Switchboard");
    const again = told.getByRole("button", { name: "Try again" });
    await again.click();
    await expect(again).toHaveAttribute("aria-disabled", "false");
    await expect(told).toBeVisible();
  });
});
