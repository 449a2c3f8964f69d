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
 * Where a scan stands. `interrupted` is an answer without its last line: the console stopped, the session ended or the
 * connection was lost.
 */
export type ScanPhase = "running" | "stopped" | "interrupted" | ScanEnd["end"];

export interface CustomerScan {
  phase: ScanPhase;
  /** Those that match so far, each once, newest first. */
  customers: readonly Customer[];
  /** How many of the list were checked, and how many it holds; the latter unknown before the first page. */
  checked: number;
  total: number | undefined;
  /** The last one that was checked, from which the scan can continue, and when it was created. */
  after: string | undefined;
  createdUntil: string | undefined;
  /** When the last page was read. */
  asOf: string | undefined;
  /** The list was changed while it was checked. */
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

/** What a scan is about. */
export type ScanQuestion = Pick<CustomersView, "plan" | "term" | "users" | "window" | "searchTerm" | "includeDeleted">;

/** The question of a view: the same whatever page of the hits it shows. */
export function scanQuestion({ plan, term, users, window, searchTerm, includeDeleted }: CustomersView): ScanQuestion {
  return { plan, term, users, window, searchTerm, includeDeleted };
}

export const scanKey = (environment: Environment, question: ScanQuestion) =>
  [environment, "customer-scan", question] as const;

/** The scan after one more line of the answer. Throws for a line that is none of the console's. */
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
    // A list from which customers were removed is read again from a little earlier.
    checked: Math.max(scan.checked, Math.min(checked, total)),
    total,
    after,
    createdUntil,
    asOf,
  };
}

/**
 * Runs a scan from where `before` ended, and tells of each step. When `signal` aborts it stops, and so do its calls at
 * the API.
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
    // Before the first line the console has said why; afterwards the connection is lost.
    else if (scan.checked === checked) onScan({ ...scan, phase: "failed", problem: shownProblem(error) });
    else onScan({ ...scan, phase: "interrupted" });
  }
}
