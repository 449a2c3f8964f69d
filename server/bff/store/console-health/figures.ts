import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import type { BulkState } from "#lib/contract/operations/bulk.ts";
import type { PlannedState } from "#lib/contract/operations/planned.ts";
import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { allTime } from "#server/bff/store/schema/tables/operation-triggers.ts";

/** The number of items of each kind that the console is currently working on. */
export interface StoreFigures {
  operations: { environment: Environment; outcome: OperationOutcome; total: number }[];
  /**
   * The number of operations whose job is tracked. `late` is the number of operations whose job should have been read
   * more than `lateMs` ago.
   */
  followedJobs: { environment: Environment; total: number; late: number }[];
  /** The number of operations with an unknown result that the console is still trying to resolve. */
  unresolved: { environment: Environment; total: number }[];
  bulks: { environment: Environment; state: BulkState; total: number }[];
  imports: { environment: Environment; state: ImportState; total: number }[];
  /** The number of unfinished planned changes. */
  planned: { environment: Environment; state: PlannedState; total: number }[];
}

/**
 * How long the next read of a job must be overdue before the job counts as late, in milliseconds. The time is longer
 * than any lease.
 */
const lateMs = 180_000;

/** The store of counts for monitoring. Database errors are passed on unchanged. */
export function createFigureStore(db: Kysely<ConsoleSchema>) {
  return {
    async read(nowMs: number): Promise<StoreFigures> {
      const operations = await db
        .selectFrom("operationCounts")
        .select(["environment", "outcome", (builder) => builder.fn.sum<number>("total").as("total")])
        .where("period", "=", allTime)
        .groupBy(["environment", "outcome"])
        .execute();
      const followedJobs = await db
        .selectFrom("operations")
        .select(({ fn, eb }) => [
          "environment",
          fn.countAll<number>().as("total"),
          fn
            .sum<number>(
              eb
                .case()
                .when("followDueAt", "<", nowMs - lateMs)
                .then(1)
                .else(0)
                .end(),
            )
            .as("late"),
        ])
        .where("followDueAt", "is not", null)
        .groupBy("environment")
        .execute();
      const unresolved = await db
        .selectFrom("operations")
        .select(["environment", (builder) => builder.fn.countAll<number>().as("total")])
        .where("dueAt", "is not", null)
        .where("state", "=", "unknown")
        .groupBy("environment")
        .execute();
      const bulks = await db
        .selectFrom("bulks")
        .select(["environment", "state", (builder) => builder.fn.countAll<number>().as("total")])
        .groupBy(["environment", "state"])
        .execute();
      const imports = await db
        .selectFrom("imports")
        .select(["environment", "state", (builder) => builder.fn.countAll<number>().as("total")])
        .groupBy(["environment", "state"])
        .execute();
      const planned = await db
        .selectFrom("plannedChanges")
        .select(["environment", "state", (builder) => builder.fn.countAll<number>().as("total")])
        .where("finishedAt", "is", null)
        .groupBy(["environment", "state"])
        .execute();
      // The console writes only these values, so the casts are safe.
      return {
        operations,
        followedJobs,
        unresolved,
        planned,
        bulks,
        imports,
      } as StoreFigures;
    },
  };
}
