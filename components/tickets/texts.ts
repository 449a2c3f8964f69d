import { changeForms, customerForms, noteForms } from "#components/ui/plural-forms.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatPlural } from "#lib/format/format-number.ts";

export const ticketTexts = {
  title: (ticket: string) => `Ticket ${ticket}`,
  note: "Everything that was done for this ticket in Switchboard, newest first.",
  loading: "Loading the ticket…",
  workOn: "Work on this ticket",
  link: "Open in the ticket system",
  audit: "Audit log",
  nothingTitle: (ticket: string) => `Nothing was done for ${ticket} yet`,
  nothing:
    "Changes, bulk changes, planned changes and notes with this ticket appear here. Work on it, and Switchboard fills it in for you.",
  nothingHere: "Nothing in this environment.",
  by: "by",
  noteOf: "Note",
  edited: "edited",
  bulk: (count: number) => `Bulk change of ${formatPlural(count, customerForms)}`,
  /** `3 changes, 1 bulk change, 1 planned change, 2 notes` */
  counts: (operations: number, bulks: number, planned: number, notes: number) =>
    [
      operations > 0 && formatPlural(operations, changeForms),
      bulks > 0 && formatPlural(bulks, { one: "bulk change", other: "bulk changes" }),
      planned > 0 && formatPlural(planned, { one: "planned change", other: "planned changes" }),
      notes > 0 && formatPlural(notes, noteForms),
    ]
      .filter(Boolean)
      .join(", "),
  more: (environment: Environment) => `Show all changes in ${environment}`,
} as const;
