import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import { type Contract, contractSchema } from "#lib/contract/customers/customer.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import {
  type Bulk,
  type BulkChange,
  type BulkRowState,
  type BulkState,
  bulkRowSchema as bulkRowShape,
  bulkSchema,
} from "#lib/contract/operations/bulk.ts";
import { runReasonSchema } from "#lib/contract/operations/run.ts";
import { bulkRowStates, bulkStates } from "#lib/contract/values/operations/bulk-states.ts";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";
import { type ChosenTime, chosenTimeShape } from "#server/bff/store/planned/planned-rows.ts";
import { replaceNul, type StoredRun, type StoredRunRow } from "#server/bff/store/runs/run-store.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { ticketColumns } from "#server/bff/store/schema/tables/ticket-tables.ts";

/** A bulk change as stored. */
export interface StoredBulk extends StoredRun {
  bulkID: string;
  state: BulkState;
  /** The change for every row. Null if each row has its own change. */
  change: BulkChange | null;
  /** The ID of the earlier bulk change that is undone. Null if this is not an undo. */
  undoOf: string | null;
  source: Bulk["source"];
  /**
   * Set if the rows become planned changes: when the planned changes begin and end. Null: the contracts are changed
   * immediately.
   */
  at: ChosenTime | null;
  until: ChosenTime | null;
  drift: string | null;
  total: number;
}

/** A row as stored. */
export interface StoredBulkRow extends StoredRunRow {
  customerID: string;
  companyName: string;
  created: string | null;
  /** The row's own change. Null if the bulk change has one change for all rows. */
  target: BulkChange | null;
  /**
   * The operation that this row undoes, or null. If it is set, `before` is the contract that resulted from that
   * operation.
   */
  undoOf: string | null;
  before: Contract | null;
  after: Contract | null;
  state: BulkRowState;
  /** The planned change that the row has become. */
  plannedChangeID: string | null;
  confirmedAt: number | null;
  settledAt: number | null;
}

/** A new row of a bulk change. `before` is null if the customer has not been read yet. */
export type NewBulkRow = Pick<
  StoredBulkRow,
  "position" | "customerID" | "companyName" | "created" | "before" | "state" | "reason"
> &
  Partial<Pick<StoredBulkRow, "target" | "undoOf">>;

/** The change that applies to a row. */
export function changeOfRow({ change }: Pick<StoredBulk, "change">, { target }: Pick<StoredBulkRow, "target">) {
  const own = target ?? change;
  if (!own) throw new Error("A row of a bulk change has nothing to be changed to");
  return own;
}

/** The column `source`. */
export const bulkSourceSchema = jsonText(bulkSchema.shape.source);

/** Columns whose types the database cannot guarantee: enumerations, and JSON that is stored as text. */
const bulkRowSchema = z.object({
  environment: environmentSchema,
  state: z.enum(bulkStates),
  change: jsonText(bulkRowShape.shape.change.nullable()),
  source: bulkSourceSchema,
  at: jsonText(chosenTimeShape).nullable(),
  until: jsonText(chosenTimeShape).nullable(),
  pausedFrom: z.enum(activeRunStates).nullable(),
  reason: jsonText(runReasonSchema).nullable(),
});

const rowSchema = z.object({
  state: z.enum(bulkRowStates),
  target: jsonText(bulkRowShape.shape.change).nullable(),
  before: jsonText(contractSchema).nullable(),
  after: jsonText(contractSchema).nullable(),
});

export function bulkOfRow(row: Selectable<ConsoleSchema["bulks"]>): StoredBulk {
  const { staffID, email, runStaffID, runEmail, leaseID: _, leaseUntil: __, ticketKey: ___, ...rest } = row;
  const runBy = runStaffID === null || runEmail === null ? null : { staffID: runStaffID, email: runEmail };
  return { ...rest, ...bulkRowSchema.parse(row), actor: { staffID, email }, runBy };
}

export function rowOfBulk(bulk: StoredBulk): Insertable<ConsoleSchema["bulks"]> {
  const { actor, runBy, change, source, at, until, reason, ticket, ...rest } = bulk;
  return {
    ...rest,
    ...actor,
    ...ticketColumns(ticket),
    runStaffID: runBy?.staffID ?? null,
    runEmail: runBy?.email ?? null,
    change: JSON.stringify(change),
    source: JSON.stringify(source),
    at: at && JSON.stringify(at),
    until: until && JSON.stringify(until),
    reason: reason && JSON.stringify(reason),
    leaseID: null,
    leaseUntil: null,
  };
}

export function storedRowOf({ bulkID: runID, ...row }: Selectable<ConsoleSchema["bulkRows"]>): StoredBulkRow {
  return { ...row, ...rowSchema.parse(row), runID };
}

export function newRowOf(bulkID: string, row: NewBulkRow): Insertable<ConsoleSchema["bulkRows"]> {
  return {
    ...row,
    bulkID,
    companyName: replaceNul(row.companyName),
    reason: row.reason && replaceNul(row.reason),
    target: row.target ? JSON.stringify(row.target) : null,
    undoOf: row.undoOf ?? null,
    before: row.before && JSON.stringify(row.before),
    after: null,
    plannedChangeID: null,
    operationID: null,
    confirmedAt: null,
    settledAt: null,
  };
}
