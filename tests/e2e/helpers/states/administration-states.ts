import { request } from "@playwright/test";
import { sessionSchema } from "#lib/contract/console/session.ts";
import { mentionOf } from "#lib/contract/values/console/mentions.ts";
import { api, pages } from "#lib/paths.ts";
import { newName } from "#tests/e2e/helpers/creation-page.ts";
import { pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { type PageState, type Visit, writeHeaders } from "./page-state.ts";
import { beginCreation } from "./writing-states.ts";

/** An editor mentions the signed-in viewer in a note. */
async function mentionViewer({ page, environment }: Visit): Promise<void> {
  const session = sessionSchema.parse(await (await page.request.get(api.session())).json());
  const { customerID } = await pickCustomer(page, environment, 41);
  const headers = await writeHeaders(page);
  const editor = await request.newContext({ baseURL: headers.Origin ?? "", extraHTTPHeaders: headers });
  await editor.post(api.session(), { data: credentialsFor("editor") });
  const text = `${mentionOf(session.staff.staffID)} please call back.`;
  expect((await editor.post(api.notes(environment, customerID), { data: { text } })).ok()).toBe(true);
  await editor.dispose();
}

/** The states of pages that belong to no environment: the account, the notifications, and the pages of administrators. */
export const administrationStates: readonly PageState[] = [
  {
    name: "that somebody has proved again who they are",
    demo: true,
    says: null,
    reach: async ({ page }) => {
      // The page would close the tab, because a script has opened it.
      const stay = () => {
        window.close = () => {};
      };
      await page.addInitScript(stay);
      await page.evaluate(stay);
      await page.goto(pages.confirmed());
      await expect(page.getByRole("heading", { level: 1, name: "You are confirmed" })).toBeVisible();
    },
  },
  {
    name: "account, and an app to be set up",
    demo: true,
    says: null,
    allow: /status of 400/,
    reach: async ({ page }) => {
      await page.goto(pages.account());
      await expect(page.getByRole("region", { name: "Where you are signed in" })).toContainText("This browser");
    },
    openings: [
      {
        name: "with its key, and a code that is missing",
        open: async ({ page }) => {
          await page.getByRole("region", { name: "Second factor" }).getByRole("button", { name: "Set up" }).click();
          const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
          await expect(dialog.getByRole("img")).toBeVisible();
          await dialog.getByRole("button", { name: "Confirm" }).click();
          await expect(dialog.getByRole("alert")).toBeVisible();
        },
        within: "dialog[open]",
      },
    ],
  },
  {
    name: "notifications, one of them unread",
    demo: true,
    says: null,
    reach: async (visit) => {
      await mentionViewer(visit);
      await visit.page.goto(pages.notifications());
      await expect(visit.page.getByRole("button", { name: /^Mark as read: / }).first()).toBeVisible();
    },
  },
  {
    name: "attention, with a refused creation to be snoozed",
    demo: true,
    says: null,
    allow: /status of 400/,
    role: "editor",
    reach: async ({ page }) => {
      await beginCreation(page, newName("Esche [answer:422]"));
      await page.goto(pages.attention());
      await expect(page.getByRole("region", { name: "Failed" })).toBeVisible();
    },
    openings: [
      {
        name: "without a reason",
        open: async ({ page }) => {
          await page
            .getByRole("button", { name: /^Snooze / })
            .first()
            .click();
          await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
          await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
        },
        within: "dialog[open]",
      },
      {
        name: "a mark as handled without a reason",
        open: async ({ page }) => {
          await page
            .getByRole("button", { name: /^Mark as handled: / })
            .first()
            .click();
          await page.getByRole("dialog").getByRole("button", { name: "Mark as handled" }).click();
          await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
        },
        within: "dialog[open]",
      },
    ],
  },
  {
    name: "staff, and a person to be invited",
    demo: true,
    says: /(person|people)$/,
    allow: /status of 400/,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.staff());
      await expect(page.getByRole("table", { name: "Staff" })).toBeVisible();
    },
    openings: [
      {
        name: "with errors",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Invite person" }).click();
          await page.getByRole("button", { name: "Create invitation" }).click();
          await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
        },
        within: "dialog[open]",
      },
    ],
  },
  {
    name: "console health",
    demo: true,
    says: null,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.consoleHealth());
      await expect(page.getByRole("region", { name: "Replicas" }).getByRole("row")).toHaveCount(2);
      await expect(page.getByRole("region", { name: "Maintenance" })).toContainText("Backup");
    },
  },
  {
    name: "audit, and one of its events",
    demo: true,
    says: /events? match/,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.audit());
      await expect(page.getByRole("table", { name: "Audit" })).toBeVisible();
    },
    openings: [
      {
        name: "an event",
        open: async ({ page }) => {
          await page.getByRole("rowheader").first().getByRole("link").click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
        within: "dialog[open]",
      },
    ],
  },
];
