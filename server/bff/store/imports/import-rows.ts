import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import {
  type ComparedWith,
  comparedWithSchema,
  type ImportCandidate,
  type ImportIssue,
  type ImportMapping,
  importCandidateSchema,
  importIssueSchema,
  importMappingSchema,
} from "#lib/contract/operations/imports.ts";
import { runReasonSchema } from "#lib/contract/operations/run.ts";
import {
  type CsvDelimiter,
  type CsvEncoding,
  csvDelimiters,
  csvEncodings,
} from "#lib/contract/values/operations/csv-rules.ts";
import {
  type ImportRowState,
  type ImportState,
  importRowStates,
  importStates,
  rowDecisions,
} from "#lib/contract/values/operations/import-states.ts";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";
import { replaceNul, type StoredRun, type StoredRunRow } from "#server/bff/store/runs/run-store.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { ticketColumns } from "#server/bff/store/schema/tables/ticket-tables.ts";

/** An import as stored. */
export interface StoredImport extends StoredRun {
  importID: string;
  state: ImportState;
  fileName: string;
  fileHash: string;
  encoding: CsvEncoding;
  delimiter: CsvDelimiter;
  columns: string[];
  emptyLines: number;
  unmarked: number;
  mapping: ImportMapping | null;
  digest: string | null;
  incomplete: string | null;
  comparedWith: ComparedWith | null;
  unknownsInRow: number;
  settledRows: number;
  failedRows: number;
  removedAt: number | null;
  /** When the store was restored from a backup in which this import was unfinished. */
  restoredAt: number | null;
}

const problemSchema = z.object({
  line: z.number(),
  column: z.number().optional(),
  name: z.string().optional(),
  message: z.string(),
});

/** A problem that was found when the row was read from the file. */
export type RowProblem = z.infer<typeof problemSchema>;

/** A row as stored. */
export interface StoredImportRow extends StoredRunRow {
  line: number;
  cells: string[] | null;
  problems: RowProblem[];
  corrected: boolean;
  request: Record<string, unknown> | null;
  companyName: string | null;
  reference: string | null;
  issues: ImportIssue[];
  candidates: ImportCandidate[];
  comparedAs: string | null;
  decision: "create" | "skip" | null;
  state: ImportRowState;
  customerID: string | null;
  jobID: string | null;
  sentAt: number | null;
  settledAt: number | null;
}

/** Columns whose types the database cannot guarantee: enumerations, and JSON that is stored as text. */
const importShape = z.object({
  environment: environmentSchema,
  state: z.enum(importStates),
  encoding: z.enum(csvEncodings),
  delimiter: z.enum(csvDelimiters),
  columns: jsonText(z.array(z.string())),
  mapping: jsonText(importMappingSchema).nullable(),
  pausedFrom: z.enum(activeRunStates).nullable(),
  reason: jsonText(runReasonSchema).nullable(),
  comparedWith: jsonText(comparedWithSchema).nullable(),
});

const rowShape = z.object({
  cells: jsonText(z.array(z.string())).nullable(),
  problems: jsonText(z.array(problemSchema)),
  corrected: z.number().transform((flag) => flag === 1),
  request: jsonText(z.record(z.string(), z.unknown())).nullable(),
  issues: jsonText(z.array(importIssueSchema)),
  candidates: jsonText(z.array(importCandidateSchema)),
  decision: z.enum(rowDecisions).nullable(),
  state: z.enum(importRowStates),
});

export function importOfRow(row: Selectable<ConsoleSchema["imports"]>): StoredImport {
  const { staffID, email, runStaffID, runEmail, leaseID: _, leaseUntil: __, ticketKey: ___, ...rest } = row;
  const runBy = runStaffID === null || runEmail === null ? null : { staffID: runStaffID, email: runEmail };
  return { ...rest, ...importShape.parse(row), actor: { staffID, email }, runBy };
}

export function rowOfImport(importRecord: StoredImport): Insertable<ConsoleSchema["imports"]> {
  const { actor, runBy, ticket, columns, mapping, reason, comparedWith, ...rest } = importRecord;
  return {
    ...rest,
    ...actor,
    ...ticketColumns(ticket),
    runStaffID: runBy?.staffID ?? null,
    runEmail: runBy?.email ?? null,
    columns: JSON.stringify(columns),
    mapping: mapping && JSON.stringify(mapping),
    reason: reason && JSON.stringify(reason),
    comparedWith: comparedWith && JSON.stringify(comparedWith),
    leaseID: null,
    leaseUntil: null,
  };
}

export function importRowOf(row: Selectable<ConsoleSchema["importRows"]>): StoredImportRow {
  const { importID: runID, hasWarning: _, ...rest } = row;
  return { ...rest, ...rowShape.parse(row), runID };
}

/**
 * Replaces NUL characters, which PostgreSQL cannot store in text. JSON columns need no replacement, because JSON
 * escapes NUL.
 */
const storable = (text: string | null) => (text === null ? null : replaceNul(text));

/** The check result of a row. */
export type RowCheck = Pick<
  StoredImportRow,
  | "position"
  | "request"
  | "companyName"
  | "reference"
  | "issues"
  | "candidates"
  | "comparedAs"
  | "decision"
  | "state"
  | "reason"
  | "operationID"
  | "customerID"
>;

export const checkColumns = ({ position: _, ...check }: RowCheck) => ({
  ...check,
  companyName: storable(check.companyName),
  reference: storable(check.reference),
  reason: storable(check.reason),
  request: check.request && JSON.stringify(check.request),
  issues: JSON.stringify(check.issues),
  // The warnings of a row that is not sent need no confirmation.
  hasWarning: check.state !== "skipped" && check.issues.some(({ level }) => level === "warning") ? 1 : 0,
  candidates: JSON.stringify(check.candidates),
});

/** A row as read from the file. */
export function newImportRow(
  importID: string,
  position: number,
  { line, cells, problems }: Pick<StoredImportRow, "line" | "problems"> & { cells: string[] },
): Insertable<ConsoleSchema["importRows"]> {
  return {
    importID,
    position,
    line,
    corrected: 0,
    request: null,
    companyName: null,
    reference: null,
    issues: "[]",
    cells: JSON.stringify(cells),
    problems: JSON.stringify(problems),
    hasWarning: 0,
    candidates: "[]",
    comparedAs: null,
    decision: null,
    state: "pending" satisfies ImportRowState,
    reason: null,
    operationID: null,
    customerID: null,
    jobID: null,
    sentAt: null,
    settledAt: null,
  };
}
