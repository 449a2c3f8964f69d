import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome, OperationState } from "#lib/contract/operation.ts";
import type { ConsoleSchema } from "#server/bff/store/schema.ts";
import { type OperationKind, operationOfRow, type StoredOperation } from "./operation-rows.ts";

export interface OperationFilter {
  environment: Environment;
  staffID?: string | undefined;
  states?: readonly OperationState[] | undefined;
  outcomes?: readonly OperationOutcome[] | undefined;
  customerID?: string | undefined;
  kind?: OperationKind | undefined;
  jobID?: string | undefined;
  bulkID?: string | undefined;
  /** Those that took up its values. */
  againOf?: string | undefined;
  /** Those of exactly this request. */
  bodyHash?: string | undefined;
  /** True leaves out those of bulk changes. */
  withoutBulk?: boolean | undefined;
  /** Only those that were begun then or later. */
  sinceMs?: number | undefined;
}

/** Gives a page of the writes that the filter lets through, newest first, and how many those are. */
export type ListOperations = (
  filter: OperationFilter,
  page: { limit: number; offset: number },
) => Promise<{ operations: StoredOperation[]; total: number }>;

export function createOperationList(db: Kysely<ConsoleSchema>): ListOperations {
  return async ({ environment, staffID, states, outcomes, withoutBulk, sinceMs, ...equal }, { limit, offset }) => {
    let rows = db.selectFrom("operations").where("environment", "=", environment);
    if (staffID !== undefined) rows = rows.where("staffID", "=", staffID);
    for (const column of ["customerID", "kind", "jobID", "bulkID", "againOf", "bodyHash"] as const) {
      if (equal[column] !== undefined) rows = rows.where(column, "=", equal[column]);
    }
    if (states !== undefined) rows = rows.where("state", "in", [...states]);
    if (outcomes !== undefined) rows = rows.where("outcome", "in", [...outcomes]);
    if (withoutBulk) rows = rows.where("bulkID", "is", null);
    if (sinceMs !== undefined) rows = rows.where("createdAt", ">=", sinceMs);
    const { total } = await rows
      .select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    const page = await rows
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("operationID")
      .limit(limit)
      .offset(offset)
      .execute();
    return { operations: page.map(operationOfRow), total: Number(total) };
  };
}
