import { windowPhrase } from "#components/customers/texts.ts";
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
      includeDeleted ? "including deleted" : "excluding deleted",
    ].join(", "),
  order: "All pages. Every customer once, oldest first.",
  format: "Format",
  csv: "CSV, for spreadsheets",
  json: "JSON, raw data of the API",
  start: (what: string) => `Export ${what}`,
  startUncounted: "Export",
  cancel: "Cancel",
  close: "Close",
  stop: "Stop export",
  again: "Export again",
  plain: "Download without progress",
  progress: "Progress of the export",
  rows: (rows: string, expected: string | undefined) =>
    expected === undefined ? `${rows} customers` : `${rows} of ${expected} customers`,
  begun: "Export started.",
  done: "The file is complete.",
  saved: (name: string) => `Saved as ${name}`,
  drifted: (expected: string, rows: string) =>
    `The list changed during the export: it had ${expected} customers at the start, and the file has ${rows}. Each customer is in it once.`,
  incomplete: (expected: string, rows: string) =>
    `The API returned ${rows} of ${expected} customers and then nothing new. The file was not saved.`,
  stopped: "Export stopped. Nothing was saved.",
  broken: (rows: string, expected: string | undefined) =>
    `The export was interrupted after ${expected === undefined ? rows : `${rows} of ${expected}`} customers. Nothing was saved. Try again.`,
  formats: { csv: "CSV", json: "JSON" },
} as const;
