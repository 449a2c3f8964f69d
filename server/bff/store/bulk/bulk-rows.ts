import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import {
  type Bulk,
  type BulkChange,
  type BulkReason,
  type BulkRowState,
  type BulkState,
  bulkReasonSchema,
  bulkRowStates,
  bulkSchema,
  bulkStates,
} from "#lib/contract/bulk.ts";
import { type Contract, contractSchema } from "#lib/contract/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema.ts";

interface Person {
  staffID: string;
  email: string;
}

/** A bulk change as the store keeps it. Times are milliseconds since 1970. */
export interface StoredBulk {
  bulkID: string;
  environment: Environment;
  state: BulkState;
  actor: Person;
  runBy: Person | null;
  change: BulkChange;
  source: Bulk["source"];
  note: string | null;
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

/** A row as the store keeps it. */
export interface StoredBulkRow {
  bulkID: string;
  position: number;
  customerID: string;
  companyName: string;
  created: string | null;
  before: Contract | null;
  after: Contract | null;
  state: BulkRowState;
  reason: string | null;
  operationID: string | null;
  confirmedAt: number | null;
  settledAt: number | null;
}

/** A row that is put into a frozen list: read already, or not. */
export type NewBulkRow = Pick<
  StoredBulkRow,
  "position" | "customerID" | "companyName" | "created" | "before" | "state" | "reason"
>;

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** What the store cannot promise the type of: words and JSON that are text to it. */
const bulkRowSchema = z.object({
  environment: environmentSchema,
  state: z.enum(bulkStates),
  change: json(bulkSchema.shape.change),
  source: json(bulkSchema.shape.source),
  pausedFrom: z.enum(["checking", "canary", "running"]).nullable(),
  reason: json(bulkReasonSchema).nullable(),
});

const rowSchema = z.object({
  state: z.enum(bulkRowStates),
  before: json(contractSchema).nullable(),
  after: json(contractSchema).nullable(),
});

export function bulkOfRow(row: Selectable<ConsoleSchema["bulks"]>): StoredBulk {
  const { staffID, email, runStaffID, runEmail, leaseID: _, leaseUntil: __, ...rest } = row;
  const runBy = runStaffID === null || runEmail === null ? null : { staffID: runStaffID, email: runEmail };
  return { ...rest, ...bulkRowSchema.parse(row), actor: { staffID, email }, runBy };
}

export function rowOfBulk(bulk: StoredBulk): Insertable<ConsoleSchema["bulks"]> {
  const { actor, runBy, change, source, reason, ...rest } = bulk;
  return {
    ...rest,
    ...actor,
    runStaffID: runBy?.staffID ?? null,
    runEmail: runBy?.email ?? null,
    change: JSON.stringify(change),
    source: JSON.stringify(source),
    reason: reason && JSON.stringify(reason),
    leaseID: null,
    leaseUntil: null,
  };
}

export function storedRowOf(row: Selectable<ConsoleSchema["bulkRows"]>): StoredBulkRow {
  return { ...row, ...rowSchema.parse(row) };
}

/** Postgres keeps no NUL in a text, and a name with one must not keep a whole bulk change from being checked. */
export const withoutNul = (text: string) => text.replaceAll("\0", "\ufffd");

export function newRowOf(bulkID: string, row: NewBulkRow): Insertable<ConsoleSchema["bulkRows"]> {
  return {
    ...row,
    bulkID,
    companyName: withoutNul(row.companyName),
    reason: row.reason && withoutNul(row.reason),
    before: row.before && JSON.stringify(row.before),
    after: null,
    operationID: null,
    confirmedAt: null,
    settledAt: null,
  };
}
