import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operation.ts";
import { api, pages } from "#lib/paths.ts";
import { fillCreation, newName, review } from "./creation-page.ts";
import { expect } from "./fixtures.ts";
import type { PageState } from "./page-state.ts";

const nobodysID = "0b0e7f3e-1111-4222-8333-444444444444";

/** Has the console create a customer in the sandbox; gives the operation's ID, of a refused one too. */
export async function beginCreation(page: Page, companyName: string): Promise<string> {
  await page.goto(pages.operations("sandbox"));
  const answer = await page.request.post(api.customers("sandbox"), {
    data: { companyName, plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" } },
    headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin, "Idempotency-Key": randomUUID() },
  });
  const body = await answer.json();
  const operation = answer.ok()
    ? operationAnswerSchema.parse(body).operation
    : operationProblemSchema.parse(body).operation;
  return operation?.operationID ?? "";
}

/** The states of pages on which something is begun or followed; all of them in the sandbox, by an editor. */
export const writingStates: readonly PageState[] = [
  {
    name: "operations, one refused and one that runs @demo",
    role: "editor",
    reach: async ({ page }) => {
      await beginCreation(page, newName("Refused [answer:422]"));
      const running = newName("Stalls [stall:numbers]");
      await beginCreation(page, running);
      await page.reload();
      await expect(page.getByRole("rowheader", { name: running })).toBeVisible();
    },
  },
  {
    name: "operations, none that matches",
    reach: async ({ page, environment }) => {
      await page.goto(pages.operations(environment, "mine=true&state=unknown"));
      await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    },
  },
  {
    name: "an operation that is not there",
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.operation(environment, nobodysID));
      await expect(
        page
          .getByRole("alert")
          .filter({ hasText: /\S/ })
          .or(page.getByRole("heading", { level: 2 }))
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: "a new customer, to be reviewed @demo",
    role: "editor",
    reach: async ({ page }) => {
      await review(page, "sandbox", newName());
    },
  },
  {
    name: "a creation that is begun again @demo",
    role: "editor",
    reach: async ({ page }) => {
      const operationID = await beginCreation(page, newName("Refused [answer:422]"));
      await page.goto(pages.operation("sandbox", operationID));
      await page.getByRole("link", { name: "Start again with these values" }).click();
      await expect(page.getByRole("combobox", { name: "Plan" })).toHaveValue("essential");
    },
  },
  {
    name: "a new customer, filled in @demo",
    role: "editor",
    reach: async ({ page }) => {
      await page.goto(pages.newCustomer("sandbox"));
      await fillCreation(page, newName());
    },
  },
  {
    name: "bulk changes, none yet, and a list of IDs to be given @demo",
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.bulks("sandbox"));
      await page.getByRole("button", { name: "New bulk change" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "a bulk change that is not there",
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.bulk(environment, nobodysID));
      await expect(
        page
          .getByRole("alert")
          .filter({ hasText: /\S/ })
          .or(page.getByRole("heading", { level: 2 }))
          .first(),
      ).toBeVisible();
    },
  },
];
