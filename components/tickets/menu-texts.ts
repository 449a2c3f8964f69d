/** The ID of the popover for the current ticket. A button in the top bar opens this popover. */
export const currentTicketMenuID = "current-ticket";

export const currentTicketTexts = {
  none: "Work on a ticket",
  menu: "The ticket you work on",
  workingOn: "Working on",
  label: "Ticket",
  hint: "Fills in the ticket of your changes, bulk changes, imports and notes until you clear it.",
  set: "Work on it",
  change: "Change",
  saving: "Saving…",
  clear: "Stop working on it",
  open: "Everything done for it",
  link: "Open in the ticket system",
  missing: "Enter a ticket",
  now: (ticket: string) => `Working on ${ticket}`,
  cleared: "You work on no ticket now",
} as const;
