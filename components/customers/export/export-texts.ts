import { scanFilterPhrases } from "#components/customers/filters/scan-filter-texts.ts";
import { windowPhrase } from "#components/customers/texts.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

/** The filters that the API supports. */
function listFilters({ window, searchTerm, includeDeleted }: CustomersView): string[] {
  const search = searchTerm === "" ? [] : [`matching “${searchTerm}”`];
  return [windowPhrase(window), ...search, includeDeleted ? "including deleted" : "excluding deleted"];
}

export const exportTexts = {
  title: "Export customers",
  scope: "What is exported",
  counting: "Counting…",
  /** `created in the last 90 days, matching “acme”, excluding deleted` */
  filters: (view: CustomersView) => [...listFilters(view), ...scanFilterPhrases(view)].join(", "),
  /** For filters that the API does not support: the number of matches among the customers compared so far. */
  matching: (found: string, isAll: boolean) => (isAll ? found : `${found} so far`),
  /** The number of customers that are compared to create the file. */
  compared: (listed: string | undefined) =>
    listed === undefined ? "Each customer of the list is compared." : `Each of ${listed} is compared.`,
  order: "All pages. Every customer once, oldest first.",
  format: "Format",
  csv: "CSV, for spreadsheets",
  json: "JSON, raw data of the API",
  start: (what: string) => `Export ${what}`,
  startUncounted: "Export",
  startCompared: (format: string) => `Export those that match (${format})`,
  cancel: "Cancel",
  close: "Close",
  stop: "Stop export",
  again: "Export again",
  plain: "Download without progress",
  progress: "Progress of the export",
  rows: (rows: string, expected: string | undefined) =>
    expected === undefined ? `${rows} customers` : `${rows} of ${expected} customers`,
  started: "Export started.",
  done: "The file is complete.",
  saved: (name: string) => `Saved as ${name}`,
  drifted: (expected: string | undefined, rows: string) =>
    expected === undefined
      ? "The list changed during the export. Each customer is in it once."
      : `The list changed during the export: it had ${expected} customers at the start, and the file has ${rows}. Each customer is in it once.`,
  incomplete: (expected: string | undefined, rows: string) =>
    expected === undefined
      ? "The API did not return the whole list. The file was not saved."
      : `The API returned ${rows} of ${expected} customers and then nothing new. The file was not saved.`,
  stopped: "Export stopped. Nothing was saved.",
  broken: (rows: string, expected: string | undefined) =>
    `The export was interrupted after ${expected === undefined ? rows : `${rows} of ${expected}`} customers. Nothing was saved. Try again.`,
  formats: { csv: "CSV", json: "JSON" },
} as const;
