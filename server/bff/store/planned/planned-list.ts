import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedState } from "#lib/contract/operations/planned.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { approvalOfRow } from "#server/bff/store/approvals/approval-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { totalOf } from "#server/bff/store/total-of.ts";
import { type PlannedApproval, plannedOfRows, type StoredPlanned } from "./planned-rows.ts";

/** Selects planned changes of an environment. A missing member does not filter. */
export interface PlannedFilter {
  environment: Environment;
  /** Only planned changes that this person has requested or is responsible for. */
  staffID?: string | undefined;
  isOpen?: boolean | undefined;
  states?: readonly PlannedState[] | undefined;
  customerIDs?: readonly string[] | undefined;
  ticket?: string | undefined;
  /** Only planned changes with a step that is due in this period. `fromMs` is included, and `toMs` is excluded. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  /** Only planned changes that finished at this time or later. */
  finishedFromMs?: number | undefined;
}

export interface PlannedPage {
  sort: "at" | "createdAt";
  ascending: boolean;
  limit: number;
  offset: number;
}

function matching(db: Kysely<ConsoleSchema>, filter: PlannedFilter) {
  const { environment, staffID, isOpen, states, customerIDs, ticket, fromMs, toMs, finishedFromMs } = filter;
  let own = db.selectFrom("plannedChanges").where("environment", "=", environment);
  if (staffID !== undefined) {
    own = own.where((builder) =>
      builder.or([builder("staffID", "=", staffID), builder("responsibleStaffID", "=", staffID)]),
    );
  }
  if (isOpen !== undefined) own = own.where("finishedAt", isOpen ? "is" : "is not", null);
  if (states) own = own.where("state", "in", [...states]);
  if (customerIDs) own = own.where("customerKey", "in", customerIDs.map(idKey));
  if (ticket !== undefined) own = own.where("ticketKey", "=", ticketKeyOf(ticket));
  if (finishedFromMs !== undefined) own = own.where("finishedAt", ">=", finishedFromMs);
  if (fromMs !== undefined || toMs !== undefined) {
    own = own.where((builder) => {
      let due = builder
        .selectFrom("plannedSteps")
        .select("plannedSteps.stepID")
        .whereRef("plannedSteps.plannedChangeID", "=", "plannedChanges.plannedChangeID");
      if (fromMs !== undefined) due = due.where("plannedSteps.dueAt", ">=", fromMs);
      if (toMs !== undefined) due = due.where("plannedSteps.dueAt", "<", toMs);
      return builder.exists(due);
    });
  }
  return own;
}

/** The planned changes of these rows, with their steps, in the same order. */
export async function readPlanned(
  db: Kysely<ConsoleSchema>,
  rows: readonly Parameters<typeof plannedOfRows>[0][],
): Promise<StoredPlanned[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ plannedChangeID }) => plannedChangeID);
  const steps = await db.selectFrom("plannedSteps").selectAll().where("plannedChangeID", "in", ids).execute();
  const byChange = Map.groupBy(steps, ({ plannedChangeID }) => plannedChangeID);
  const approvals = await readApprovals(db, rows);
  return rows.map((row) =>
    plannedOfRows(row, byChange.get(row.plannedChangeID) ?? [], approvals.get(row.approvalID ?? "") ?? null),
  );
}

/** The approval requests of planned changes, by ID. */
export async function readApprovals(
  db: Kysely<ConsoleSchema>,
  planned: readonly { approvalID: string | null }[],
): Promise<ReadonlyMap<string, PlannedApproval>> {
  const ids = planned.flatMap(({ approvalID }) => approvalID ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("approvals").selectAll().where("approvalID", "in", ids).execute();
  // Reads the stored state, even if the time for a decision has passed. The runner closes expired planned changes
  // later.
  return new Map(rows.map((row) => [row.approvalID, approvalOfRow(row, 0)]));
}

export async function listPlanned(
  db: Kysely<ConsoleSchema>,
  filter: PlannedFilter,
  { sort, ascending, limit, offset }: PlannedPage,
): Promise<{ planned: StoredPlanned[]; total: number }> {
  const own = matching(db, filter);
  const rows = await own
    .selectAll()
    .orderBy(sort === "at" ? "sortAt" : "createdAt", ascending ? "asc" : "desc")
    .orderBy("plannedChangeID")
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await totalOf({ limit, offset, rows: rows.length }, () =>
    own.select((builder) => builder.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  );
  return { planned: await readPlanned(db, rows), total };
}
