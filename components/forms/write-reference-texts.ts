export const writeReferenceTexts = {
  ticket: "Ticket",
  reason: "Reason",
  optional: "(optional)",
  ticketMissing: "Enter the ticket that this is for",
  reasonMissing: "Enter why you do this",
  kept: "Kept with the change in Switchboard, and never sent to the API.",
  example: (ticket: string) => `A ticket is written like ${ticket}.`,
} as const;
