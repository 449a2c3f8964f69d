import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { RunRowOutcome, RunStore, StoredRun, StoredRunRow, TrackedRow } from "#server/bff/store/runs/run-store.ts";

/** A bulk change or an import as stored. */
export type AnyRun = StoredRun & ({ bulkID: string } | { importID: string });

export type AnyRow = StoredRunRow;

/**
 * The differences between the two kinds of runs. A run is a bulk change or an import: a stored list of rows, and each
 * row becomes a separate operation. All other code of this module is the same for both kinds
 * (docs/decisions/0012-bulk-changes.md, docs/decisions/0039-imports.md).
 */
export interface RunKind<Run extends AnyRun, Row extends AnyRow> {
  /** The name of the kind in approval requests. */
  kind: "bulk" | "import";
  /** The name of the kind in sentences. */
  noun: "bulk change" | "import";
  /** In sentences, the verb for what happens to each customer. */
  verb: "change" | "create";
  permission: "bulk.run" | "imports.run";
  /** The words for each state in the sentence "The bulk change … now". */
  stateWords: Readonly<Record<Run["state"], string>>;
  storeOf(services: Pick<CoreServices, "store">): RunStore<Run, Row> & {
    takeFollowed(limit: number): Promise<TrackedRow<Row>[]>;
  };
  /** Determines the new state of a row from the outcome of its operation. */
  rowOutcomeOf(operation: Operation): RunRowOutcome<Row["state"]>;
}

/** The ID of a bulk change or an import. */
export const runIDOf = (run: AnyRun): string => ("bulkID" in run ? run.bulkID : run.importID);

/** What a person's actions on a run need in addition to `RunKind`. */
export interface RunStepKind<Services extends ContractServices, Run extends AnyRun, Row extends AnyRow>
  extends RunKind<Run, Row> {
  /**
   * The states in which `resume` sends the first row. An import does not include `checked`, because starting an import
   * needs the digest of its rows.
   */
  firstFrom: readonly Run["state"][];
  /** True if the first row has succeeded, so that the remaining rows may be sent. */
  hasSucceeded(row: Row): boolean;
  /**
   * The position of the row to send first: the chosen row, otherwise the next ready row. Throws `run_moved` if there is
   * no such ready row.
   */
  firstOf(services: Services, run: Run, chosen: number | undefined): Promise<number>;
  /** The number of rows of the run. For many rows, starting may require a proof of identity. */
  sizeOf(services: Services, run: Run): Promise<number>;
  /**
   * Throws `approval_required` if the policy requires that another person approves exactly these rows first. Otherwise
   * returns the check that must run in the transaction of the start, if one is necessary.
   */
  release(services: Services, run: Run, staffID: string): Promise<WriteGuard | undefined>;
  /** The start values of the counters. Resuming a run sets the counters to these values. */
  freshCounts: object;
  wake(services: Services): void;
}

/** The context of every route about one run. */
export type RunRouteContext<Services extends CoreServices> = Pick<
  RouteContext<"viewer", "/api/:environment", Services>,
  "services" | "environment" | "session" | "requestID" | "address" | "requestHeaders"
>;

/** Finds a run of this environment. Throws `not_found`. */
export async function findRun<Run extends AnyRun, Row extends AnyRow>(
  { storeOf, noun }: RunKind<Run, Row>,
  { services, environment }: Pick<RunRouteContext<CoreServices>, "services" | "environment">,
  runID: string,
): Promise<Run> {
  const run = await storeOf(services).find(environment, runID);
  if (!run) throw new AppError("not_found", `There is no such ${noun} in ${environment}.`);
  return run;
}

/** The error for an action that is not possible in the run's state. */
export function runConflict<Run extends AnyRun, Row extends AnyRow>(
  { noun, stateWords }: RunKind<Run, Row>,
  { state }: Run,
  step: string,
): AppError {
  const words = stateWords[state as Run["state"]];
  return new AppError(
    "run_moved",
    `The ${noun} ${words} now and was not ${step}. Check it again: another person may have acted first.`,
  );
}
