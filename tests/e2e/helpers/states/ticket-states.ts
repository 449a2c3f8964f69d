import { api, pages } from "#lib/paths.ts";
import { pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { addFilter } from "#tests/e2e/helpers/customers-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { type PageState, popover, type Visit, writeHeaders } from "./page-state.ts";

const ticket = "AXE-1-a-ticket-with-a-long-number";

/** A customer to whom an editor has added a note, a tag and a pin. */
async function markedCustomer({ page, environment }: Visit): Promise<string> {
  const { customerID } = await pickCustomer(page, environment, 40);
  const headers = await writeHeaders(page);
  const text = "Calls at noon.\n<b>Not</b> before.";
  const data = { text, console: { ticket } };
  const added = await page.request.post(api.notes(environment, customerID), { data, headers });
  const { note } = await added.json();
  await page.request.patch(api.note(environment, customerID, note.noteID), { data: { pinned: true }, headers });
  await page.request.put(api.customerTags(environment, customerID), {
    data: { tags: ["axe", "big account"] },
    headers,
  });
  await page.request.put(api.pin(environment, customerID), { data: { pinned: true }, headers });
  return customerID;
}

/** The states of tickets, notes, tags and pins. */
export const ticketStates: readonly PageState[] = [
  {
    name: "a customer with notes and tags, a new tag and a note to be deleted",
    demo: true,
    says: null,
    role: "editor",
    reach: async (visit) => {
      const customerID = await markedCustomer(visit);
      await visit.page.goto(pages.customer(visit.environment, customerID));
      await expect(visit.page.getByRole("region", { name: "Timeline" })).toContainText("<b>Not</b> before.");
      await expect(visit.page.getByRole("link", { name: "axe", exact: true })).toBeVisible();
    },
    openings: [
      {
        name: "a new tag",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Add tag" }).click();
          await expect(page.getByRole("combobox", { name: "New tag" })).toBeVisible();
        },
        within: "#customer-new-tag",
      },
      {
        name: "a note to be deleted",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Delete note" }).first().click();
          await expect(page.getByRole("dialog", { name: "Delete this note?" })).toBeVisible();
        },
        within: "dialog[open]",
      },
    ],
  },
  {
    name: "a ticket with what was done for it, and the ticket one works on",
    leavesTraces: true,
    demo: true,
    says: null,
    role: "editor",
    reach: async (visit) => {
      await markedCustomer(visit);
      await visit.page.goto(pages.ticket(ticket));
      await expect(visit.page.getByRole("heading", { name: `Ticket ${ticket}` })).toBeVisible();
      await expect(visit.page.getByText("Calls at noon.").first()).toBeVisible();
    },
    openings: [
      {
        name: "the ticket one works on",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Work on a ticket" }).click();
          await expect(page.getByRole("button", { name: "Work on it" })).toBeVisible();
        },
        within: "#current-ticket",
      },
      {
        name: "the top bar with a long ticket",
        open: async ({ page }) => {
          await page.request.put(api.currentTicket(), { data: { ticket }, headers: await writeHeaders(page) });
          await page.reload();
          await expect(page.getByRole("button", { name: ticket })).toBeVisible();
        },
        within: "header",
      },
    ],
  },
  {
    name: "a ticket for which nothing was done",
    demo: true,
    says: null,
    reach: async ({ page }) => {
      await page.goto(pages.ticket("NONE-1"));
      await expect(page.getByRole("heading", { name: "Nothing was done for NONE-1 yet" })).toBeVisible();
    },
  },
  {
    name: "the pinned customers, and the filters",
    demo: true,
    says: null,
    role: "editor",
    reach: async (visit) => {
      await markedCustomer(visit);
      await visit.page.goto(pages.customers(visit.environment, "pinned=true"));
      await expect(visit.page.getByRole("table", { name: "Customers" })).toBeVisible();
    },
    openings: [
      {
        name: "the filters",
        open: async ({ page }) => {
          await addFilter(page, "Tag");
          await expect(page.getByRole("checkbox", { name: /^axe/ })).toBeVisible();
        },
        within: popover,
      },
    ],
  },
];
