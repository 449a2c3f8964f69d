import type { Coverage, RowOrder } from "#lib/contract/day-counts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { OverviewPart, OverviewWindow } from "#lib/contract/overview.ts";

export const overviewTexts = {
  title: "Overview",
  window: "Customers of the last",
  inAll: "in total",
  days: "Days are in UTC, like the API's filters. Deleted customers are not counted.",
  widen: "Show the last 90 days",
  noValue: "Not provided",
  noValueRows: "No customers to count.",
  noJobs: "No jobs yet.",
  nothingRuns: "No job is running.",
  runningJobs: "Unfinished",
  failedJobs: "Failed",
  allJobs: "All jobs",
  allOperations: "All operations",
  noOperations: "No operations yet.",
  latestOf: (latest: string, all: string) => `The latest ${latest} of ${all}.`,
  allOf: (all: string) => `All ${all}.`,
  by: "by",
  plan: "Plan",
  term: "Term",
  share: "Share",
  customers: "Customers",
} as const;

export const panelTitles: Readonly<Record<OverviewPart, string>> = {
  customersByDay: "New customers by day",
  plans: "Plans",
  terms: "Terms",
  jobs: "Running and failed jobs",
  operations: "Latest operations",
  api: "API health",
};

/** What the reload button of a panel says to those who only hear it. */
export const reloadLabels: Readonly<Record<OverviewPart, string>> = {
  customersByDay: "Reload new customers",
  plans: "Reload plans",
  terms: "Reload terms",
  jobs: "Reload jobs",
  operations: "Reload operations",
  api: "Reload API health",
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

/** `All 212 customers of the last 30 days.`, `The newest 500 of 1,240 customers …`. */
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

export const partlyCounted = "Days with a dashed outline are not fully counted.";

export const emptyWindowTexts = {
  title: (window: OverviewWindow) => `No customers created in the last ${overviewWindowNames[window]}`,
} as const;

export const emptyTexts = {
  title: (environment: Environment) => `No customers in ${environment} yet`,
  mayWrite: "Create the first one. The customer, its job and the operation then appear here.",
  mayNot: "Customers appear here when someone creates one. Your role can only view.",
  create: "Create customer",
} as const;

/** `Of the first 200 of 5,300 jobs, in the API's order. …` */
export function jobsCovered(
  { looked, total }: Coverage,
  count: (value: number) => string,
  plural: (value: number) => string,
) {
  return looked >= total
    ? `Of all ${plural(total)}.`
    : `Of the first ${count(looked)} of ${plural(total)}, in the API's order. The API cannot filter jobs.`;
}

const kindNames: Readonly<Record<string, string>> = {
  "create-customer": "Create customer",
  "change-contract": "Change contract",
};

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** What a write is about: `Create customer Acme`, `Change plan to professional`. */
export function operationInWords({ kind, request }: Pick<Operation, "kind" | "request">): {
  verb: string;
  object?: string;
} {
  const verb = kindNames[kind] ?? kind;
  if (kind === "create-customer") {
    const name = textOf(request.companyName);
    return name === undefined ? { verb } : { verb, object: name };
  }
  if (kind !== "change-contract") return { verb };
  for (const member of ["plan", "term"] as const) {
    const value = textOf(request[member]);
    if (value !== undefined) return { verb: `Change ${member} to`, object: value };
  }
  return { verb };
}
