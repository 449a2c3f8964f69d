import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ImportRowState, ImportState } from "#lib/contract/values/operations/import-states.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { Lease, LeaseStore } from "#server/bff/store/runs/lease.ts";
import type { ImportRoom } from "./import-room.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import type { RowCheck, RowProblem, StoredImport } from "./import-rows.ts";

/** The number of rows in each state. `warnings` counts rows in every state. */
export type ImportRowCounts = Partial<Record<ImportRowState, number>> & { warnings?: number };

/** The columns that change with the state of an import. */
export type ImportTransition = Partial<
  Omit<StoredImport, "importID" | "environment" | "actor" | "ticket" | "createdAt" | "fileHash">
> & { state: ImportState };

/** The audit event of a person's step. */
export interface AuditedImportStep {
  event: NewAuditEvent;
  nowMs: number;
  /** Runs in the step's transaction. Throws if the step must not be stored. */
  guard?: WriteGuard | undefined;
}

/** A row as read from the file. */
export interface ReadRow {
  line: number;
  cells: string[];
  problems: RowProblem[];
}

/** A row that a person has edited, with all values derived from the edit. */
export interface ChangedRow {
  position: number;
  /** The corrected cells. Missing if only a decision was made or only the row's duplicates changed. */
  cells?: string[];
  check: RowCheck;
}

/**
 * Imports and their rows. States change by conditional UPDATEs. Only the run whose lease is valid by the store's clock
 * changes rows that are sent, so that no row is sent twice. Database errors are passed on unchanged.
 */
export interface ImportStore extends ImportRowStore, LeaseStore {
  /** Stores an import, its rows, its file and its audit event, if the limits allow it. */
  create(given: StoredImport, rows: readonly ReadRow[], file: Uint8Array, event?: NewAuditEvent): Promise<ImportRoom>;
  find(environment: Environment, importID: string): Promise<StoredImport | null>;
  /** Newest first. Filters by state. */
  list(
    of: { environment: Environment; states?: readonly ImportState[]; ticketKey?: string; staffID?: string },
    page: { limit: number; offset: number },
  ): Promise<{ imports: StoredImport[]; total: number }>;
  counts(importIDs: readonly string[]): Promise<ReadonlyMap<string, ImportRowCounts>>;
  /** The original file. Null if it has been removed. */
  file(importID: string): Promise<Uint8Array | null>;
  /**
   * Replaces all data that was read from the file with the result of reading it again. Null if the state has changed
   * meanwhile.
   */
  reread(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    rows: readonly ReadRow[],
    audited: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /** Stores corrections and decisions. Null if the state has changed meanwhile. */
  changeRows(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    rows: readonly ChangedRow[],
    audited?: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /**
   * Moves an import that is in one of `from`. Null if it is in another state. In a cancelled import every unsent row is
   * cancelled. A person's step is stored with its audit event.
   */
  move(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    audited?: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /** Same as `move`, only while the lease is valid. */
  moveHeld(lease: Lease, from: readonly ImportState[], to: ImportTransition): Promise<StoredImport | null>;
  /**
   * Same as `move`, for the step that sends the first customer. Refused, with the other import, while another import of
   * the environment has begun and is not finished.
   */
  start(
    given: Pick<StoredImport, "environment" | "importID">,
    from: readonly ImportState[],
    to: ImportTransition,
    audited: AuditedImportStep,
  ): Promise<{ started: StoredImport | null } | { other: StoredImport }>;
  take(wanted: {
    environments: readonly Environment[];
    except?: readonly string[];
    leaseMs: number;
    limit: number;
  }): Promise<{ import: StoredImport; lease: Lease }[]>;
  /** The import, if the lease is valid and it is in `state`. Otherwise null. */
  findHeld(lease: Lease, state: ImportState): Promise<StoredImport | null>;
  /** Counts a row's result since a person last started the import. Null without a valid lease. */
  countRow(lease: Lease, state: "created" | "failed" | "unknown"): Promise<StoredImport | null>;
  /**
   * Removes the files and row contents of imports that were uploaded before the given time. Unfinished ones are
   * cancelled, unless they are creating customers. Returns the number of imports.
   */
  removeContent(uploadedBeforeMs: number, nowMs: number): Promise<number>;
}
