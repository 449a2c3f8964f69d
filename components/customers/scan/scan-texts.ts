import { windowPhrase } from "#components/customers/texts.ts";
import { customerForms } from "#components/ui/plural-forms.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import type { CustomerScan, ScanQuestion } from "#lib/query/customers/customer-scan.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

/** The customers that a scan checks: `customers created in the last 7 days, matching “acme”`. */
function checkedCustomers({ window, searchTerm, includeDeleted }: ScanQuestion): string {
  const more = [searchTerm === "" ? "" : `matching “${searchTerm}”`, includeDeleted ? "including deleted" : ""];
  return [`customers ${windowPhrase(window)}`, ...more.filter((part) => part !== "")].join(", ");
}

/**
 * The progress and the result of a scan: `Checked 400 of 2,130 customers created in the last 90 days; 12 match so far`.
 */
export function scanSentence(question: ScanQuestion, { phase, checked, total, customers }: CustomerScan): string {
  if (total === undefined) return `Checking ${checkedCustomers(question)}…`;
  const found = formatCount(customers.length);
  const match = customers.length === 1 ? "matches" : "match";
  if (phase !== "complete") {
    return `Checked ${formatCount(checked)} of ${formatCount(total)} ${checkedCustomers(question)}; ${found} ${match} so far`;
  }
  if (total === 0) return `There are no ${checkedCustomers(question)}`;
  const all = total === 1 ? "Checked the only one of the" : `Checked all ${formatCount(total)}`;
  return `${all} ${checkedCustomers(question)}; ${found} ${match}`;
}

export const scanTexts = {
  area: "Customers that match",
  progress: "Customers checked",
  how: "Newest first. The API has no filter for this, so each customer is compared",
  until: "checked back to",
  phases: {
    running: "",
    complete: "",
    stopped: "Stopped. The other customers were not checked.",
    limit: "Paused: one run checks a limited number of customers. The others were not checked yet.",
    interrupted: "Interrupted: the connection was lost. The other customers were not checked.",
    failed: "Interrupted: the API did not return the next customers. They were not checked.",
  },
  drifted: "Customers were added or removed meanwhile, so one may be missing here. Check again to be sure.",
  stop: "Stop",
  goOn: "Continue",
  again: "Check again",
  noneYet: "No match so far",
  none: {
    title: (filters: string) => `No customer ${filters}`,
    reason: (window: CustomersView["window"]) =>
      window === "all"
        ? "All customers of this environment were checked."
        : `Only customers ${windowPhrase(window)} were checked.`,
    notAll: "Not all customers were checked.",
    remove: "Remove these filters",
  },
  found: (count: number) => `${formatPlural(count, customerForms)} found`,
  selectFound: (count: string) => `Select all ${count} found`,
  readAt: "last read",
} as const;
