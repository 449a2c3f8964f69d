import type { Page } from "@playwright/test";
import { importAnswerSchema, importColumnsSchema } from "#lib/contract/operations/imports.ts";
import { api, pages } from "#lib/paths.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { dialog, missingID, openMissing, type PageState, writeHeaders } from "./page-state.ts";

/** One row that is ready, one row that is similar to it, one row with a warning, and two rows with errors. */
const file = [
  "companyName,adminEmail,plan,term,usersCount,remarks",
  "States Ltd,states@import.example,essential,monthly,12,none",
  "States GmbH,other@import.example,essential,monthly,12,",
  "Same Mail Ltd,states@import.example,essential,monthly,12,",
  ",nobody@import.example,essential,monthly,12,",
  "Many Users Ltd,many@import.example,essential,monthly,many,",
].join("\n");

/** A checked import in the sandbox. It is the same import for every state. */
async function checkedImport(page: Page): Promise<string> {
  const headers = await writeHeaders(page);
  const step = (path: string, data?: unknown) => page.request.post(path, { headers, ...(data ? { data } : {}) });
  const uploaded = await page.request.post(api.imports("sandbox", "fileName=states.csv"), {
    headers: { ...headers, "Content-Type": "text/csv" },
    data: Buffer.from(file),
  });
  const answer = await uploaded.json();
  // The upload is refused if an earlier state has uploaded the same file. The error names the import.
  if (!uploaded.ok()) return answer.errors[0].message;
  const { importID } = importAnswerSchema.parse(answer).import;
  const { columns } = importColumnsSchema.parse(
    await (await page.request.get(api.importColumns("sandbox", importID))).json(),
  );
  const fields = Object.fromEntries(columns.map(({ name, field }) => [name, field ?? "ignore"]));
  await step(api.importStep("sandbox", importID, "map"), { columns: fields });
  await step(api.importStep("sandbox", importID, "check"));
  return importID;
}

/** The states of imports, all in the sandbox. */
export const importStates: readonly PageState[] = [
  {
    name: "imports, a file to be uploaded, and the saved mappings",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page }) => {
      await checkedImport(page);
      await page.goto(pages.imports("sandbox"));
      await expect(page.getByRole("link", { name: "states.csv" })).toBeVisible();
    },
    openings: [
      {
        name: "a file to be uploaded",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Import customers" }).click();
          await expect(page.getByRole("dialog", { name: "Import customers" })).toBeVisible();
        },
        within: dialog,
      },
      {
        name: "the saved mappings",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Saved mappings" }).click();
          await expect(page.getByRole("dialog", { name: "Saved column mappings" })).toContainText("mapping");
        },
        within: dialog,
      },
    ],
  },
  {
    name: "a checked import with mistakes, a row to be corrected, and its columns",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page }) => {
      await page.goto(pages.import("sandbox", await checkedImport(page)));
      await expect(page.getByRole("heading", { level: 2, name: "Checked, nothing sent yet" })).toBeVisible();
    },
    openings: [
      {
        name: "a row to be corrected",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Correct line 6" }).click();
          await expect(page.getByRole("dialog", { name: "Correct line 6" })).toBeVisible();
        },
        within: dialog,
      },
      {
        name: "to be cancelled",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Cancel import" }).click();
          await expect(page.getByRole("dialog", { name: "Cancel this import?" })).toBeVisible();
        },
        within: dialog,
      },
      {
        name: "its columns",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Change columns" }).click();
          await expect(page.getByRole("button", { name: "Confirm columns and check" })).toBeVisible();
        },
        within: "main",
      },
    ],
  },
  {
    name: "imports, for whoever may not import",
    says: null,
    reach: async ({ page, environment }) => {
      await page.goto(pages.imports(environment));
      await expect(page.getByText("Importing customers needs the editor role")).toBeVisible();
    },
  },
  {
    name: "an import that is not there",
    says: null,
    role: "editor",
    allow: /status of 404/,
    reach: async ({ page }) => {
      await openMissing(page, pages.import("sandbox", missingID));
    },
  },
];
