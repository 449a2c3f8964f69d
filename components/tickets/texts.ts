import { changeForms, customerForms, noteForms } from "#components/ui/plural-forms.ts";
import type { TicketEnvironment } from "#lib/contract/console/ticket.ts";
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
    "Changes, bulk changes, imports, planned changes and notes with this ticket appear here. Choose “Work on this ticket”, and Switchboard enters the ticket in your forms.",
  nothingHere: "Nothing in this environment.",
  by: "by",
  noteOf: "Note",
  edited: "edited",
  bulk: (count: number | undefined) =>
    count === undefined ? "Bulk change of a view" : `Bulk change of ${formatPlural(count, customerForms)}`,
  import: (rows: number) => `Import of ${formatPlural(rows, { one: "row", other: "rows" })}`,
  importsHidden: "Opening imports needs the editor role.",
  /** The numbers of entries in words, such as `3 changes, 1 bulk change, 1 import, 1 planned change, 2 notes`. */
  counts: ({ operations, bulks, imports, planned, notes }: TicketEnvironment) =>
    [
      operations.total > 0 && formatPlural(operations.total, changeForms),
      bulks.total > 0 && formatPlural(bulks.total, { one: "bulk change", other: "bulk changes" }),
      imports.total > 0 && formatPlural(imports.total, { one: "import", other: "imports" }),
      planned.total > 0 && formatPlural(planned.total, { one: "planned change", other: "planned changes" }),
      notes.total > 0 && formatPlural(notes.total, noteForms),
    ]
      .filter(Boolean)
      .join(", "),
  more: (environment: Environment) => `Show all changes in ${environment}`,
} as const;
