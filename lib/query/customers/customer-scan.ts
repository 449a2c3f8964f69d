import type { Customer } from "#lib/contract/customers/customer.ts";
import type { ScanEnd, ScanProgress } from "#lib/contract/customers/customer-scan.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { hasShape } from "#lib/requests/answer-shape.ts";
import { isProblem, openFile } from "#lib/requests/fetch-json.ts";
import { readLines } from "#lib/requests/read-lines.ts";
import { type ShownProblem, shownProblem, toShownProblem } from "#lib/requests/shown-problem.ts";
import { type CustomersView, scanQuery } from "#lib/url-state/customers-view.ts";

/**
 * The state of a scan. `interrupted`: the answer had no last line, because the console stopped, the session ended or
 * the connection was lost.
 */
export type ScanPhase = "running" | "stopped" | "interrupted" | ScanEnd["end"];

export interface CustomerScan {
  phase: ScanPhase;
  /** The customers that match so far, each once, newest first. */
  customers: readonly Customer[];
  /**
   * `checked`: the number of customers that were checked. `total`: the number of customers in the list; unknown before
   * the first page.
   */
  checked: number;
  total: number | undefined;
  /**
   * The ID of the last customer that was checked, and that customer's creation time. The scan can continue after this
   * customer.
   */
  after: string | undefined;
  createdUntil: string | undefined;
  /** When the last page was read. */
  asOf: string | undefined;
  /** True if the list was changed while it was checked. */
  drifted: boolean;
  problem: ShownProblem | undefined;
}

export const newScan: CustomerScan = {
  phase: "running",
  customers: [],
  checked: 0,
  total: undefined,
  after: undefined,
  createdUntil: undefined,
  asOf: undefined,
  drifted: false,
  problem: undefined,
};

/** The filters of a scan. */
export type ScanQuestion = Pick<CustomersView, "plan" | "term" | "users" | "window" | "searchTerm" | "includeDeleted">;

/** The filters of a view's scan. They do not depend on the page of results that the view shows. */
export function scanQuestion({ plan, term, users, window, searchTerm, includeDeleted }: CustomersView): ScanQuestion {
  return { plan, term, users, window, searchTerm, includeDeleted };
}

export const scanKey = (environment: Environment, question: ScanQuestion) =>
  [environment, "customer-scan", question] as const;

/** Adds one line of the answer to a scan. Throws for a line that the console cannot have sent. */
export function withScanLine(scan: CustomerScan, line: string): CustomerScan {
  const value: unknown = JSON.parse(line);
  if (hasShape<ScanEnd>(value, { end: "string", drifted: "boolean" })) {
    const { end, drifted, problem } = value;
    const shown = isProblem(problem) ? toShownProblem({ ...problem, errors: problem.errors ?? [] }) : undefined;
    return { ...scan, phase: end, drifted: scan.drifted || drifted, problem: shown };
  }
  if (!hasShape<ScanProgress>(value, { customers: "array", checked: "number", total: "number" })) {
    throw new SyntaxError("The line is none of a scan");
  }
  const { customers, checked, total, asOf, after = scan.after, createdUntil = scan.createdUntil } = value;
  const known = new Set(scan.customers.map(({ customerID }) => customerID));
  const found = customers.filter(({ customerID }) => !known.has(customerID));
  return {
    ...scan,
    customers: found.length === 0 ? scan.customers : [...scan.customers, ...found],
    // If customers were removed from the list, some rows are read twice. The shown number must not go down.
    checked: Math.max(scan.checked, Math.min(checked, total)),
    total,
    after,
    createdUntil,
    asOf,
  };
}

/**
 * Runs a scan from the place where `before` ended, and reports each step to `onScan`. When `signal` aborts, the scan
 * and its API calls stop.
 */
export async function runScan(
  environment: Environment,
  question: ScanQuestion,
  before: CustomerScan,
  signal: AbortSignal,
  onScan: (scan: CustomerScan) => void,
): Promise<void> {
  const { after, checked } = before;
  let scan: CustomerScan = { ...before, phase: "running", problem: undefined };
  onScan(scan);
  try {
    const place = after === undefined || checked === 0 ? undefined : { checked, after };
    const response = await openFile(api.customersScan(environment, scanQuery(question, Date.now(), place)), { signal });
    for await (const line of readLines(response.body ?? new ReadableStream())) {
      scan = withScanLine(scan, line);
      onScan(scan);
    }
    if (scan.phase === "running") onScan({ ...scan, phase: "interrupted" });
  } catch (error) {
    if (signal.aborted) onScan({ ...scan, phase: "stopped" });
    // An error before the first line contains the console's own problem document. A later error means that the
    // connection was lost.
    else if (scan.checked === checked) onScan({ ...scan, phase: "failed", problem: shownProblem(error) });
    else onScan({ ...scan, phase: "interrupted" });
  }
}
