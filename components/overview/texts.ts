import type { OverviewPart, OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Coverage, RowOrder } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";

export const overviewTexts = {
  title: "Overview",
  window: "Period",
  inAll: "in total",
  days: "Days are in UTC, like the API's filters. Deleted customers are not counted.",
  widen: "Show the last 90 days",
  noValue: "Not provided",
  noValueRows: "No customers to count.",
  noJobs: "No jobs yet. The API starts one when a customer is created or a contract is changed.",
  nothingRuns: "No job is running.",
  allJobs: "All jobs",
  allOperations: "All operations",
  noOperations:
    "No operations yet. Every customer created and every contract changed here is recorded with who did it.",
  latestOf: (latest: string, all: string) => `The latest ${latest} of ${all}.`,
  by: "by",
  bulk: (rows: string) => `Bulk change of ${rows}`,
  import: (rows: string) => `Import of ${rows}`,
  runDone: (done: string, all: string) => `${done} of ${all} done`,
  runFailed: (failed: string) => `${failed} failed`,
  runsAreOne: "A bulk change or an import is one line.",
  plan: "Plan",
  term: "Term",
  share: "Share",
  customers: "Customers",
} as const;

export const panelTitles: Readonly<Record<OverviewPart, string>> = {
  customersByDay: "New customers by day",
  plans: "Plans of new customers",
  terms: "Terms of new customers",
  allCustomers: "All customers",
  waiting: "Waiting for a person",
  figures: "Compared with the period before",
  jobs: "Running jobs",
  operations: "Latest operations",
};

export const overviewWindowNames: Readonly<Record<OverviewWindow, string>> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
};

export const chartTexts = {
  label: "New customers by UTC day",
  barName: "Day (UTC)",
  series: "New customers",
} as const;

/** Returns, for example, `All 212 customers of the last 30 days.` or `The newest 500 of 1,240 customers …`. */
export function customersCovered(
  { looked, total }: Coverage,
  window: OverviewWindow,
  count: (value: number) => string,
  plural: (value: number) => string,
  order: RowOrder = "newest",
): string {
  const span = `of the last ${overviewWindowNames[window]}`;
  if (looked >= total) return `All ${plural(total)} ${span}.`;
  const which = order === "newest" ? "The newest" : "Checked";
  return `${which} ${count(looked)} of ${plural(total)} ${span}.`;
}

export const partlyCountedText = "Shaded days are not fully counted.";

export const emptyWindowTexts = {
  title: (window: OverviewWindow) => `No customers created in the last ${overviewWindowNames[window]}`,
} as const;

export const emptyTexts = {
  title: (environment: Environment) => `No customers in ${environment} yet`,
  mayWrite: "Create the first one. The customer, its job and the operation then appear here.",
  mayNot: "Customers appear here when someone creates one. Your role can only view.",
  create: "Create customer",
} as const;

/** Returns, for example, `Of the first 200 of 5,300 jobs, in the API's order. …`. */
export function jobsCovered(
  { looked, total }: Coverage,
  count: (value: number) => string,
  plural: (value: number) => string,
) {
  return looked >= total
    ? `Of all ${plural(total)}.`
    : `Of the first ${count(looked)} of ${plural(total)}, in the API's order. The API cannot filter jobs.`;
}

export const waitingTexts = {
  none: "Nothing right now.",
  all: "All that need attention",
  jobsNotRead: "The API's jobs could not be read: jobs started elsewhere are missing here.",
  notAllRead: "Not everything could be read: something may be missing here.",
  jobsLooked: (looked: string, total: string) =>
    `Jobs started elsewhere: the first ${looked} of ${total} were checked.`,
} as const;

export const figureTexts = {
  newCustomers: "New customers",
  createdHere: "Created in Switchboard",
  contractChanges: "Contracts changed",
  needingAttention: "Failed, refused or unknown",
  notRead: "Not available",
  same: (window: OverviewWindow) => `same as in the ${overviewWindowNames[window]} before`,
  difference: (isMore: boolean, difference: string, before: string, window: OverviewWindow) =>
    `${difference} ${isMore ? "more" : "fewer"} than in the ${overviewWindowNames[window]} before (${before})`,
  byAPI: "Counted by the API, in UTC days, without deleted customers",
  byRecord: "Counted from Switchboard's own record",
  coverage: "New customers are counted by the API, without deleted ones; the other figures by Switchboard's own record",
  recordSince: ", which begins",
  noComparison: "There is no earlier period to compare them with yet.",
} as const;

export const allCustomersTexts = {
  nothing: "Not counted yet. Switchboard counts the customers that it has read, once an hour.",
  customers: "Customers",
  /** Beside the figure, so that nobody takes a part for all customers. */
  partly: (known: string, total: string) => `Only ${known} of ${total} are read`,
  users: "Users",
  usersOf: "known of",
  byPlan: "By plan",
  byTerm: "By term",
  notKnown: "Not known",
  counted: "Counted",
  /** Switchboard does not read customers that were deleted long ago, so "all customers of the API" would be wrong. */
  ofAll: (known: string, total: string) =>
    `from ${known} of ${total} customers that Switchboard reads, including deleted ones, which are not counted.`,
  ofKnown: (known: string) =>
    `from ${known} customers that Switchboard has read, including deleted ones, which are not counted.`,
  weeks: "Customers by plan, week by week",
  week: "Week from (UTC)",
  others: "Other plans",
  gaps: "Shaded weeks were not counted, or with customers missing.",
  oneWeek: "The weeks appear here from the second one on.",
} as const;
