import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { openCustomer, pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";

test("an editor works on a ticket and leaves a note, and a colleague finds everything and continues", {
  tag: "@demo",
}, async ({ signIn, page, browser, origin, environment }) => {
  const ticket = `INC-${randomUUID().slice(0, 8)}`;
  await signIn("editor");
  const { customerID, companyName, contract } = await pickCustomer(page, environment, 30);
  const plan = ["professional", "enterprise"].find((one) => one !== contract.plan) ?? "";
  await openCustomer(page, environment, customerID);

  // The person enters the ticket once. After that, it is filled in for every write.
  await page.getByRole("button", { name: "Work on a ticket" }).click();
  await expect(page.getByRole("textbox", { name: "Ticket" })).toBeFocused();
  await page.keyboard.type(ticket);
  await page.getByRole("button", { name: "Work on it" }).click();
  await expect(page.getByRole("button", { name: `Working on ${ticket}` })).toBeVisible();
  await page.getByRole("button", { name: "Change plan" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: contractValueName("plan", plan) }).check();
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByLabel("Ticket")).toHaveValue(ticket);
  await dialog.getByLabel("Reason").fill("Moves to the larger office");
  await dialog.getByRole("button", { name: /^Change plan to/ }).click();
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("New note").fill("Second line still to be ordered.\nCall back after two.");
  await page.reload();
  await expect(page.getByLabel("New note")).toHaveValue("Second line still to be ordered.\nCall back after two.");
  await page.getByRole("button", { name: "Add note" }).click();
  const notes = page.getByRole("region", { name: "Timeline" });
  await expect(notes).toContainText("Call back after two.");
  await page.reload();
  await expect(notes).toContainText("Call back after two.");
  await expect(page.getByLabel("New note")).toHaveValue("");
  // A note that everybody should know is pinned. It is shown in the strip at the top.
  await page.getByRole("button", { name: "Pin for everyone" }).click();
  await expect(page.getByRole("region", { name: "Facts" })).toContainText(
    "Pinned noteSecond line still to be ordered.",
  );
  await page.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByRole("combobox", { name: "New tag" })).toBeFocused();
  await page.keyboard.type(` Hand-Over ${ticket} `);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("link", { name: `hand-over ${ticket.toLowerCase()}` })).toBeVisible();

  // A colleague looks up the ticket in another letter case, and sees the changes and their reasons.
  const other = await browser.newContext({ baseURL: origin });
  await other.request.post(api.session(), {
    data: credentialsFor("administrator"),
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  const colleague = await other.newPage();
  waitForItsScript(colleague);
  await colleague.goto(pages.overview(environment));
  await colleague.keyboard.press("Control+k");
  await colleague.getByRole("combobox", { name: "Look up anything" }).fill(ticket.toLowerCase());
  await colleague.getByRole("option", { name: `Ticket: ${ticket}` }).click();
  await expect(colleague.getByRole("heading", { name: `Ticket ${ticket}` })).toBeVisible();
  const done = colleague.getByRole("listitem");
  await expect(done.filter({ hasText: "Moves to the larger office" })).toContainText("Verified");
  await expect(done.filter({ hasText: "Call back after two." })).toContainText(companyName);

  // The colleague continues the work with the same ticket and the same customer, and adds a note. The colleague cannot
  // change the other person's note.
  await colleague.getByRole("button", { name: "Work on this ticket" }).click();
  await done.filter({ hasText: "Call back after two." }).getByRole("link", { name: companyName }).click();
  const theirs = colleague.getByRole("region", { name: "Timeline" });
  await expect(theirs).toContainText("Call back after two.");
  await expect(colleague.getByRole("region", { name: "Facts" })).toContainText("Call back after two.");
  await expect(theirs.getByRole("button", { name: "Edit note" })).toBeHidden();
  await colleague.getByLabel("New note").fill("Ordered.");
  await expect(theirs).toContainText(`For ticket ${ticket}`);
  await colleague.getByRole("button", { name: "Add note" }).click();
  await expect(theirs.getByRole("button", { name: "Edit note" })).toBeVisible();
  await colleague.getByRole("button", { name: "Pin", exact: true }).click();
  await expect(colleague.getByRole("button", { name: "Unpin", exact: true })).toBeVisible();

  // The tag opens a list of its customers, which can be selected for a bulk change.
  await colleague.getByRole("link", { name: `hand-over ${ticket.toLowerCase()}` }).click();
  const table = colleague.getByRole("table", { name: "Customers" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await table.getByRole("checkbox", { name: `Select ${companyName}` }).check();
  await colleague
    .getByRole("button", { name: /^Change/ })
    .last()
    .click();
  await expect(colleague.getByRole("dialog").getByLabel("Ticket")).toHaveValue(ticket);
  await other.close();
});

test("an agent hands a customer over to the next shift, and the colleague who presses late reads who has it", {
  tag: "@demo",
}, async ({ signIn, page, browser, origin, environment, allowConsole }) => {
  allowConsole(/status of 4(00|09)/);
  const ticket = `INC-${randomUUID().slice(0, 8)}`;
  await signIn("editor");
  const { customerID, companyName } = await pickCustomer(page, environment, 31);
  await openCustomer(page, environment, customerID);
  const facts = page.getByRole("region", { name: "Facts" });
  await page.getByRole("button", { name: `Assign to me: ${companyName}` }).press("Enter");
  await expect(facts).toContainText("Assigned to you");
  await facts.getByRole("button", { name: `Hand over: ${companyName}` }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "What is left to do" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("must say what is left to do");
  await dialog.getByRole("textbox", { name: "What is left to do" }).fill("Calls back at nine.");
  await dialog.getByRole("textbox", { name: /^Ticket/ }).fill(ticket);
  await page.keyboard.press("Enter");
  await expect(facts).toContainText("Waits for the next shift");
  // From now on, the editor's page does not learn who has the customer.
  await page.route("**/assignee", (route) => (route.request().method() === "GET" ? undefined : route.continue()));

  const other = await browser.newContext({ baseURL: origin });
  await other.request.post(api.session(), {
    data: credentialsFor("administrator"),
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  const colleague = await other.newPage();
  waitForItsScript(colleague);
  await colleague.goto(pages.attention());
  const item = colleague.getByRole("listitem").filter({ hasText: "Calls back at nine." });
  await item.getByRole("button", { name: `Take over from the next shift: ${companyName}` }).press("Enter");
  await expect(item).toContainText("Assigned to you");
  // The colleague continues with the ticket of the hand-over.
  await expect(colleague.getByRole("button", { name: `Working on ${ticket}` })).toBeVisible();

  await facts.getByRole("button", { name: `Take over from the next shift: ${companyName}` }).press("Enter");
  await expect(facts.getByRole("alert")).toContainText("works on this now. Nothing was changed.");
  await item.getByRole("button", { name: `End the assignment of ${companyName}` }).press("Enter");
  await expect(item).toHaveCount(0);
  await other.close();
});

test("two people take a customer over at once and one gets it, and a hand-over that is not possible any more is refused in its dialog", {
  tag: "@demo",
}, async ({ signIn, page, browser, origin, environment, allowConsole }) => {
  allowConsole(/status of 4(00|09)/);
  await signIn("editor");
  const headers = { "X-Switchboard": "1", Origin: origin };
  const { customerID, companyName } = await pickCustomer(page, environment, 32);
  const assignee = api.customerAssignee(environment, customerID);
  const handover = { note: "Waits for the offer." };
  const left = await page.request.put(assignee, { data: { expected: null, assignee: null, handover }, headers });
  expect(left.ok()).toBe(true);
  const other = await browser.newContext({ baseURL: origin });
  await other.request.post(api.session(), { data: credentialsFor("administrator"), headers });
  const colleague = await other.newPage();
  waitForItsScript(colleague);
  const both = [page, colleague];
  const factsOf = (one: Page) => one.getByRole("region", { name: "Facts" });
  const takeOver = (one: Page) =>
    factsOf(one).getByRole("button", { name: `Take over from the next shift: ${companyName}` });
  for (const one of both) {
    await openCustomer(one, environment, customerID);
    await expect(takeOver(one)).toBeVisible();
  }
  await Promise.all(both.map((one) => takeOver(one).press("Enter")));
  const refusal = (one: Page) => factsOf(one).getByRole("alert").filter({ hasText: "works on this now" });
  await expect.poll(async () => (await refusal(page).count()) + (await refusal(colleague).count())).toBe(1);
  const [winner, loser] = (await refusal(page).count()) === 0 ? [page, colleague] : [colleague, page];
  await expect(factsOf(winner)).toContainText("Assigned to you");
  const { staff } = await (await winner.request.get(api.session())).json();
  await expect(refusal(loser)).toContainText(`${staff.name} works on this now. Nothing was changed.`);

  // A colleague who loses the environment while the dialog is open.
  const kim = { email: `kim-${randomUUID()}@demo.test`, name: "Kim Adams", role: "viewer" };
  const invited = await other.request.post(api.staff(), {
    data: { ...kim, environments: ["production", "sandbox"] },
    headers,
  });
  const { invitation, staff: member } = await invited.json();
  const token = new URL(invitation.url).pathname.split("/").at(-1) ?? "";
  const password = "seven green lanterns hum";
  expect((await other.request.post(api.invitation(token), { data: { password }, headers })).ok()).toBe(true);
  await factsOf(winner)
    .getByRole("button", { name: `Hand over: ${companyName}` })
    .press("Enter");
  const dialog = winner.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "What is left to do" }).fill("Send the offer.");
  await dialog.getByRole("combobox", { name: "To" }).selectOption({ label: kim.name });
  const without = { environments: ["production", "sandbox"].filter((one) => one !== environment) };
  const memberAddress = api.staffMember(member.staffID);
  expect((await other.request.patch(memberAddress, { data: without, headers })).ok()).toBe(true);
  await dialog.getByRole("button", { name: "Hand over", exact: true }).press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("is not a person who may use this environment");
  await expect(dialog.getByRole("textbox", { name: "What is left to do" })).toHaveValue("Send the offer.");

  // Meanwhile the assignment has ended elsewhere.
  await dialog.getByRole("combobox", { name: "To" }).selectOption({ index: 0 });
  const ended = `${assignee}?expected=${staff.staffID}`;
  expect((await other.request.delete(ended, { headers })).status()).toBe(204);
  await dialog.getByRole("button", { name: "Hand over", exact: true }).press("Enter");
  // The page behind the dialog shows that nobody is assigned. The dialog keeps what was typed, and the reason.
  await expect(winner.getByText("Assign to me")).toBeAttached();
  await expect(dialog.getByRole("alert")).toContainText("Nobody works on this any more. Nothing was changed.");
  await expect(dialog.getByRole("textbox", { name: "What is left to do" })).toHaveValue("Send the offer.");
  // The person sends the form again. The customer is handed over, although nobody was assigned any more.
  await dialog.getByRole("button", { name: "Hand over", exact: true }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(factsOf(winner)).toContainText("Send the offer.");
  await other.request.patch(memberAddress, { data: { state: "disabled" }, headers });
  await other.close();
});
