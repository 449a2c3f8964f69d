import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import { type Contract, contractSchema } from "#lib/contract/customers/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import {
  type Bulk,
  type BulkChange,
  type BulkReason,
  type BulkRowState,
  type BulkState,
  bulkReasonSchema,
  bulkRowSchema as bulkRowShape,
  bulkSchema,
} from "#lib/contract/operations/bulk.ts";
import { bulkRowStates, bulkStates } from "#lib/contract/values/operations/bulk-states.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { ticketColumns } from "#server/bff/store/schema/tables/ticket-tables.ts";

interface Person {
  staffID: string;
  email: string;
}

/** A bulk change as stored. Times are milliseconds since 1970. */
export interface StoredBulk {
  bulkID: string;
  environment: Environment;
  state: BulkState;
  actor: Person;
  runBy: Person | null;
  /** The change for every row. Null if each row has its own. */
  change: BulkChange | null;
  /** The bulk change that this one undoes. */
  undoOf: string | null;
  source: Bulk["source"];
  note: string | null;
  ticket: string | null;
  pausedFrom: "checking" | "canary" | "running" | null;
  reason: BulkReason | null;
  drift: string | null;
  canaryPosition: number | null;
  failuresInRow: number;
  total: number;
  createdAt: number;
  checkedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
}

/** A row as stored. */
export interface StoredBulkRow {
  bulkID: string;
  position: number;
  customerID: string;
  companyName: string;
  created: string | null;
  /** The row's own change. Null if the bulk change has one for all rows. */
  target: BulkChange | null;
  /** The operation that this row undoes. `before` is then the contract that the undone operation left. */
  undoOf: string | null;
  before: Contract | null;
  after: Contract | null;
  state: BulkRowState;
  reason: string | null;
  operationID: string | null;
  confirmedAt: number | null;
  settledAt: number | null;
}

/** A row for a frozen list, either already read or not. */
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

/**
 * A bulk change whose rows have their own values is stored under an environment name that earlier versions do not know,
 * with a change value that no API has. An earlier version would give every row the same value; this way it neither
 * claims nor lists such bulk changes (docs/decisions/0030-migrations.md).
 */
const ownTargetsSuffix = " own-targets";
const noCommonChange: BulkChange = { plan: "each row has its own" };

/** The environment names under which bulk changes are stored. */
export const storedEnvironments = (environment: Environment): string[] => [
  environment,
  `${environment}${ownTargetsSuffix}`,
];

/** The environment of a stored bulk change. */
export const environmentOfStored = (stored: string): Environment =>
  environmentSchema.parse(stored.endsWith(ownTargetsSuffix) ? stored.slice(0, -ownTargetsSuffix.length) : stored);

/** Columns whose type the store cannot guarantee: enumerations and JSON stored as text. */
const bulkRowSchema = z.object({
  environment: z.string().transform(environmentOfStored),
  state: z.enum(bulkStates),
  change: jsonText(bulkRowShape.shape.change),
  source: jsonText(bulkSchema.shape.source),
  pausedFrom: z.enum(["checking", "canary", "running"]).nullable(),
  reason: jsonText(bulkReasonSchema).nullable(),
});

const rowSchema = z.object({
  state: z.enum(bulkRowStates),
  target: jsonText(bulkRowShape.shape.change).nullable(),
  before: jsonText(contractSchema).nullable(),
  after: jsonText(contractSchema).nullable(),
});

export function bulkOfRow(row: Selectable<ConsoleSchema["bulks"]>): StoredBulk {
  const { staffID, email, runStaffID, runEmail, leaseID: _, leaseUntil: __, ticketKey: ___, ...rest } = row;
  const parsed = bulkRowSchema.parse(row);
  const runBy = runStaffID === null || runEmail === null ? null : { staffID: runStaffID, email: runEmail };
  const change = row.environment.endsWith(ownTargetsSuffix) ? null : parsed.change;
  return { ...rest, ...parsed, change, actor: { staffID, email }, runBy };
}

export function rowOfBulk(bulk: StoredBulk): Insertable<ConsoleSchema["bulks"]> {
  const { actor, runBy, change, source, reason, environment, ticket, ...rest } = bulk;
  return {
    ...rest,
    environment: change ? environment : `${environment}${ownTargetsSuffix}`,
    ...actor,
    ...ticketColumns(ticket),
    runStaffID: runBy?.staffID ?? null,
    runEmail: runBy?.email ?? null,
    change: JSON.stringify(change ?? noCommonChange),
    source: JSON.stringify(source),
    reason: reason && JSON.stringify(reason),
    leaseID: null,
    leaseUntil: null,
  };
}

export function storedRowOf(row: Selectable<ConsoleSchema["bulkRows"]>): StoredBulkRow {
  return { ...row, ...rowSchema.parse(row) };
}

/** PostgreSQL accepts no NUL in a text. A name with a NUL must not prevent a whole bulk change from being checked. */
export const replaceNul = (text: string) => text.replaceAll("\0", "\ufffd");

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
    operationID: null,
    confirmedAt: null,
    settledAt: null,
  };
}
