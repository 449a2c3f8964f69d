import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { api, pages } from "#lib/paths.ts";
import { nextClockChange } from "#tests/e2e/helpers/clock-change.ts";
import { fillCreation, newName } from "#tests/e2e/helpers/creation-page.ts";
import { readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { dialog, missingID, openMissing, type PageState, type Visit, writeHeaders } from "./page-state.ts";

/**
 * Creates a customer in the sandbox through the console. Returns the operation's ID, even if the API refused the
 * creation.
 */
export async function beginCreation(page: Page, companyName: string): Promise<string> {
  const answer = await page.request.post(api.customers("sandbox"), {
    data: { companyName, plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" } },
    headers: { ...(await writeHeaders(page)), "Idempotency-Key": randomUUID() },
  });
  const body = await answer.json();
  const operation = answer.ok()
    ? operationAnswerSchema.parse(body).operation
    : operationProblemSchema.parse(body).operation;
  return operation?.operationID ?? "";
}

/** Returns the ID of a sandbox customer that no test changes. */
async function anyCustomer(page: Page, index: number): Promise<string> {
  const { customers } = await readList(page, "sandbox", { datefrom: "1970-01-01", limit: "100", sort: "usersCount" });
  return customers[index]?.customerID ?? "";
}

/** The day of a planned change. It is a month ahead, so that the calendar does not show it at first. */
const plannedDay = utcDay(Date.now() + 31 * dayMs);

/**
 * Plans a change of a sandbox customer's term. Returns the ID of the planned change, even if an earlier call planned
 * it.
 */
async function planChange(page: Page): Promise<string> {
  const customerID = await anyCustomer(page, 0);
  const { customers } = await readList(page, "sandbox", { datefrom: "1970-01-01", limit: "1", sort: "usersCount" });
  const { term } = customers[0]?.contract ?? {};
  const answer = await page.request.post(api.planned("sandbox"), {
    data: {
      customerID,
      change: { term: term === "monthly" ? "12-months" : "monthly" },
      at: { local: `${plannedDay}T10:00`, zone: "Europe/Berlin" },
      expected: customers[0]?.contract,
    },
    headers: await writeHeaders(page),
  });
  const body = await answer.json();
  return body.plannedChange?.plannedChangeID ?? body.plannedChangeID;
}

/** Opens the dialog in which a person decides about a planned change. */
const decide =
  (name: string) =>
  async ({ page }: Visit): Promise<void> => {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  };

/**
 * The states of pages on which a person starts or follows an operation. All states are in the sandbox, for an editor.
 */
export const writingStates: readonly PageState[] = [
  {
    name: "operations, one refused and one that runs",
    demo: true,
    says: /operations$/,
    role: "editor",
    reach: async ({ page }) => {
      await beginCreation(page, newName("Refused [answer:422]"));
      const running = newName("Stalls [stall:numbers]");
      await beginCreation(page, running);
      await page.goto(pages.operations("sandbox"));
      await expect(page.getByRole("rowheader", { name: running })).toBeVisible();
    },
  },
  {
    name: "operations, none that matches",
    says: /No operations/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.operations(environment, "mine=true&state=unknown"));
      await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    },
  },
  {
    name: "an operation that is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await openMissing(page, pages.operation(environment, missingID));
    },
  },
  {
    name: "a creation that is begun again",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page }) => {
      const operationID = await beginCreation(page, newName("Refused [answer:422]"));
      await page.goto(pages.operation("sandbox", operationID));
      await page.getByRole("link", { name: "Start again with these values" }).click();
      await expect(page.getByRole("radio", { name: "Essential" })).toBeChecked();
    },
  },
  {
    name: "a new customer, filled in",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page }) => {
      await page.goto(pages.newCustomer("sandbox"));
      await fillCreation(page, newName());
    },
    openings: [
      {
        name: "to be reviewed",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Review" }).click();
          await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
        },
        within: "main",
      },
    ],
  },
  {
    name: "bulk changes, none yet, and a list of IDs to be given",
    demo: true,
    says: null,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.bulks("sandbox"));
      await page.getByRole("button", { name: "New bulk change" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "planned changes, and all of them to be frozen",
    demo: true,
    says: null,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.planned("sandbox"));
      await expect(page.getByRole("heading", { level: 1, name: "Planned changes" })).toBeVisible();
    },
    openings: [
      {
        name: "to be frozen",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Freeze…" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
        within: dialog,
      },
    ],
  },
  {
    name: "a planned change, to be cancelled, and its month",
    demo: true,
    says: /It is scheduled for/,
    role: "editor",
    reach: async ({ page }) => {
      await page.goto(pages.plannedChange("sandbox", await planChange(page)));
      await expect(page.getByRole("heading", { level: 2, name: "Steps" })).toBeVisible();
    },
    openings: [
      { name: "to be cancelled", open: decide("Cancel the planned change"), within: dialog },
      {
        name: "on the calendar",
        open: async ({ page }) => {
          await page.goto(pages.planned("sandbox", `layout=calendar&month=${plannedDay.slice(0, 7)}`));
          await expect(page.getByRole("table")).toBeVisible();
        },
        within: "main",
      },
    ],
  },
  {
    name: "a planned change, to be rescheduled",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page, environment }) => {
      await page.goto(pages.plannedChange("sandbox", await planChange(page)));
      await decide("Reschedule")({ page, environment });
    },
  },
  {
    name: "a change of contract to be planned, with a time that exists twice",
    demo: true,
    says: null,
    role: "editor",
    reach: async ({ page }) => {
      await page.goto(pages.customer("sandbox", await anyCustomer(page, 1), "change=term"));
      const form = page.getByRole("dialog");
      await form.getByRole("radio", { name: "Temporary" }).check();
      await form.getByLabel("Start").fill(nextClockChange("autumn"));
      await form.getByRole("button", { name: "Review the change" }).click();
      await expect(form.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "a planned change that is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.plannedChange(environment, missingID));
      await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
    },
  },
  {
    name: "a bulk change that is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await openMissing(page, pages.bulk(environment, missingID));
    },
  },
];
