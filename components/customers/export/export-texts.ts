import { setFilters } from "#components/customers/filters/filter-texts.ts";
import { windowPhrase } from "#components/customers/texts.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

/** The filters that the API supports, in words. */
function listFilters({ window, searchTerm, includeDeleted, state }: CustomersView): string[] {
  const search = searchTerm === "" ? [] : [`matching “${searchTerm}”`];
  const deleted = state.length > 0 ? [] : [includeDeleted ? "including deleted" : "excluding deleted"];
  return [windowPhrase(window), ...search, ...deleted];
}

export const exportTexts = {
  title: "Export customers",
  scope: "What is exported",
  counting: "Counting…",
  /** All filters of a view in words, such as `created in the last 90 days, matching “acme”, excluding deleted`. */
  filters: (view: CustomersView) => [...listFilters(view), ...setFilters(view).map(({ phrase }) => phrase)].join(", "),
  /** Shown if only the store of known customers can apply the filters. */
  confirmed: "Switchboard reads each of them from the API again. The file contains only customers that still match.",
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
  schedule: "Schedule exports of a saved view",
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
  /** Says how many matching customers from the store are not in the file, and why. */
  leftOut: ({ changed = 0, unconfirmed = 0 }: { changed?: number; unconfirmed?: number }) =>
    [
      changed === 0 ? "" : `Skipped because they no longer match: ${formatCount(changed)}.`,
      unconfirmed === 0 ? "" : `Skipped because they could not be read: ${formatCount(unconfirmed)}.`,
    ]
      .filter(Boolean)
      .join(" "),
  incomplete: (expected: string | undefined, rows: string) =>
    expected === undefined
      ? "The API did not return the whole list. The file was not saved."
      : `The API returned ${rows} of ${expected} customers and then nothing new. The file was not saved.`,
  stopped: "Export stopped. Nothing was saved.",
  broken: (rows: string, expected: string | undefined) =>
    `The export was interrupted after ${expected === undefined ? rows : `${rows} of ${expected}`} customers. Nothing was saved. Try again.`,
  formats: { csv: "CSV", json: "JSON" },
} as const;
