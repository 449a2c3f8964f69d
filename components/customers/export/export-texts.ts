import { windowPhrase } from "#components/customers/list/texts.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

export const exportTexts = {
  button: "Export",
  title: "Export customers",
  scope: "What is exported",
  counting: "Counting…",
  /** `created in the last 90 days, matching “acme”, deleted ones left out` */
  filters: ({ window, searchTerm, includeDeleted }: CustomersView) =>
    [
      windowPhrase(window),
      ...(searchTerm === "" ? [] : [`matching “${searchTerm}”`]),
      includeDeleted ? "deleted ones included" : "deleted ones left out",
    ].join(", "),
  order: "All pages, every customer once, in order of creation, the oldest first.",
  format: "Format",
  csv: "CSV, for spreadsheets",
  json: "JSON, as the API sent it",
  start: (what: string) => `Export ${what}`,
  startUncounted: "Export",
  cancel: "Cancel",
  close: "Close",
  stop: "Stop the export",
  again: "Export again",
  plain: "Download without progress",
  progress: "Progress of the export",
  rows: (rows: string, expected: string | undefined) =>
    expected === undefined ? `${rows} customers` : `${rows} of ${expected} customers`,
  begun: "The export has begun.",
  done: "The file is complete.",
  saved: (name: string) => `Saved as ${name}`,
  drifted: (expected: string, rows: string) =>
    `The list changed while it was read: it held ${expected} customers at the beginning, and the file has ${rows}. Each is in it once.`,
  incomplete: (expected: string, rows: string) =>
    `The API gave ${rows} of ${expected} customers and then nothing new. The file was not saved.`,
  stopped: "The export was stopped. Nothing was saved.",
  broken: (rows: string) => `The export broke off after ${rows} customers. Nothing was saved; try again.`,
  formats: { csv: "CSV", json: "JSON" },
} as const;
