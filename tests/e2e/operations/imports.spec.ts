import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const rowOf = (page: Page, line: number) =>
  page
    .getByRole("table", { name: "Rows of this import" })
    .getByRole("row")
    .nth(line - 1);

/** Corrects one cell of a line with the keyboard. */
async function correct(page: Page, line: number, field: string, value: string) {
  await page.getByRole("button", { name: `Correct line ${line}`, exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Correct line ${line}` });
  await dialog.getByLabel(field).fill(value);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
}

test("a file with twelve kinds of mistakes is corrected step by step, and its rows become customers", async ({
  signIn,
  page,
  environment,
}) => {
  test.slow();
  await signIn("editor");
  const { customers } = await readList(page, environment, { datefrom: "1970-01-01", limit: "100" });
  // Finds a customer whose name has only ASCII characters, which this encoding can express.
  const known = customers.find(
    ({ companyName, adminUser }) => /^[\w .&-]+$/.test(companyName) && adminUser.email !== undefined,
  );
  const mark = randomUUID().slice(0, 8);
  const mail = (name: string) => `${name}-${mark}@import.example`;
  const lines = [
    "Firma;E-Mail;Plan;Term;Users;Ref;Remarks",
    `Müller ${mark};${mail("mueller")};Essential;monthly;12;${mark}-1;first`,
    `Müller ${mark} GmbH;${mail("similar")};Essential;monthly;12;${mark}-2;`,
    `;${mail("no-name")};Essential;monthly;1;${mark}-3;`,
    `Bad Mail ${mark};nomail;Essential;monthly;1;${mark}-4;`,
    `Many Users ${mark};${mail("many")};Essential;monthly;many;${mark}-5;`,
    `Gold ${mark};${mail("gold")};Gold;monthly;2;${mark}-6;`,
    `One ${mark};${mail("one")};professional;monthly;2;${mark}-7;`,
    `Two ${mark};${mail("two")};professional;monthly;2;${mark}-7;`,
    `Müller ${mark};${mail("mueller")};Essential;monthly;12;${mark}-8;`,
    `No Mail ${mark};;Essential;monthly;2;${mark}-9;`,
    `No Term ${mark};${mail("term")};Essential;;2;${mark}-10;`,
    `${known?.companyName};${known?.adminUser.email};Essential;monthly;2;${mark}-11;`,
  ];
  // Encoded as Latin-1, as spreadsheet programs in Western Europe save CSV files.
  const buffer = Buffer.from(lines.join("\r\n"), "latin1");

  await page.goto(pages.newCustomer(environment));
  await expect(page.getByRole("button", { name: "Import a file" })).toBeVisible();
  await page.goto(pages.customers(environment));
  await page.getByRole("button", { name: "Import customers" }).click();
  const upload = page.getByRole("dialog", { name: "Import customers" });
  await upload.getByLabel("CSV file").setInputFiles({ name: `new ${mark}.csv`, mimeType: "text/csv", buffer });
  // The page proposes the encoding. The preview shows how another encoding would read the same letters.
  await expect(upload.getByLabel("Encoding")).toHaveValue("windows-1252");
  await expect(upload.getByText(`Müller ${mark} GmbH`)).toBeVisible();
  await upload.getByLabel("Encoding").selectOption("iso-8859-2");
  await upload.getByLabel("Encoding").selectOption("windows-1252");
  await expectAccessible(page);
  await upload.getByRole("button", { name: "Upload and read" }).click();

  await expect(page.getByRole("heading", { name: `new ${mark}.csv` })).toBeVisible();
  const confirm = page.getByRole("button", { name: "Confirm columns and check" });
  await confirm.click();
  const summary = page.getByRole("alert", { name: "The columns are not complete yet" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Confirm that the other columns are not used",
    "Say what “Gold” means",
  ]);
  await page.getByLabel("These columns are not needed for the import.").check();
  await page.getByLabel(/^Gold/).selectOption("enterprise");
  await page.getByLabel("Save this mapping as (optional)").fill(`Mapping ${mark}`);
  // The choices of the person survive a reload.
  await page.reload();
  await expect(page.getByLabel("These columns are not needed for the import.")).toBeChecked();
  await expect(page.getByLabel(/^Gold/)).toHaveValue("enterprise");
  await expect(page.getByLabel("Save this mapping as (optional)")).toHaveValue(`Mapping ${mark}`);
  await confirm.click();

  const state = page.getByRole("heading", { level: 2 }).first();
  await expect(state).toBeFocused();
  await expect(state).toBeInViewport();
  await expect(state).toHaveText("Checked, nothing sent yet", { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Errors 6" })).toBeVisible();
  await expect(rowOf(page, 3)).toContainText("Resembles line 2");
  await expect(rowOf(page, 4)).toContainText("The company's name is missing.");
  await expect(rowOf(page, 5)).toContainText("must be an e-mail address");
  await expect(rowOf(page, 6)).toContainText("must be a whole number");
  await expect(rowOf(page, 7)).toContainText("Enterprise");
  await expect(rowOf(page, 9)).toContainText("Line 8 has the same reference.");
  await expect(rowOf(page, 10)).toContainText("Line 2 has the same name and e-mail address.");
  await expect(rowOf(page, 11)).toContainText("e-mail is missing");
  await expect(rowOf(page, 12)).toContainText("The term is missing.");
  await expect(rowOf(page, 13)).toContainText("This customer exists.");
  await expectAccessible(page);

  // The keys of lists reach the rows, although no row has a link before its customer exists.
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("rowheader", { name: `Müller ${mark} GmbH` })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Create anyway: Müller ${mark} GmbH` })).toBeFocused();

  const skip = page.getByRole("button", { name: `Skip: Müller ${mark} GmbH` });
  await skip.press("Enter");
  // The rows are read again with the same filter, and the focus stays on the button.
  await expect(skip).toHaveAttribute("aria-pressed", "true");
  await expect(skip).toBeFocused();
  await correct(page, 4, "Company name", `Named ${mark}`);
  await correct(page, 9, "Your reference", `${mark}-12`);
  await correct(page, 11, "Administrator's e-mail", mail("now"));
  await page.getByLabel("Value for all rows with the fault: Term is missing").selectOption("monthly");
  const setTerm = page.getByRole("button", { name: "Set for this row: Term is missing" });
  await setTerm.press("Enter");
  await expect(setTerm).toBeHidden();
  await page.getByRole("button", { name: "Leave this row out: Number of users is not valid" }).press("Enter");
  await expect(rowOf(page, 6)).toContainText("Left out");
  await page.getByRole("button", { name: "Check again" }).press("Enter");
  await expect(page.getByRole("button", { name: "Ready 7" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Skipped 4" })).toBeVisible();

  await page.getByRole("button", { name: `Create first: One ${mark}` }).press("Enter");
  await page.getByRole("button", { name: `Create One ${mark} first` }).press("Enter");
  await expect(state).toHaveText("First customer done, waiting for you", { timeout: 60_000 });
  await page.getByRole("button", { name: /^Create the other 6 customers in / }).press("Enter");
  await expect(state).toHaveText("7 created", { timeout: 120_000 });
  await expect(page.getByText("12 rows: 7 created, 1 not sent because of errors, 4 skipped.")).toBeVisible();
  await expectAccessible(page);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download results file (CSV)" }).click();
  const receipts = await readFile(await (await downloading).path(), "utf8");
  expect(receipts.split("\r\n").filter((line) => line.includes(",created,"))).toHaveLength(7);
  const failing = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download what failed (CSV)" }).click();
  expect((await readFile(await (await failing).path(), "utf8")).split("\r\n")).toEqual([
    "\ufeffFirma;E-Mail;Plan;Term;Users;Ref;Remarks;import reason",
    expect.stringMatching(/^Bad Mail .*;nomail;.*must be an e-mail address/),
    "",
  ]);
  await page.getByRole("link", { name: `Named ${mark}`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `Named ${mark}` })).toBeVisible();

  // The tray contains the import. The person can remove the mapping of the import.
  await page.getByRole("button", { name: /^My operations/ }).click();
  await expect(page.getByRole("link", { name: `Import: new ${mark}.csv` })).toContainText("7 created");
  await page.goto(pages.imports(environment));
  await page.getByRole("button", { name: "Saved mappings" }).click();
  await page.getByRole("button", { name: `Remove the mapping Mapping ${mark}` }).press("Enter");
  await expect(page.getByText(`Mapping ${mark}`, { exact: true })).toBeHidden();
});
