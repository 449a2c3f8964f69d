import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ImportRowState, ImportState } from "#lib/contract/values/operations/import-states.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { Lease, LeaseStore } from "#server/bff/store/runs/lease.ts";
import type { ImportRoom } from "./import-room.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import type { RowCheck, RowProblem, StoredImport } from "./import-rows.ts";

/** How many rows stand where; `warnings` are counted in every state. */
export type ImportRowCounts = Partial<Record<ImportRowState, number>> & { warnings?: number };

/** What changes with an import's state. */
export type ImportTransition = Partial<
  Omit<StoredImport, "importID" | "environment" | "actor" | "ticket" | "createdAt" | "fileHash">
> & { state: ImportState };

/** What the audit log says about a person's step. */
export interface AuditedImportStep {
  event: NewAuditEvent;
  nowMs: number;
  /** Looks at what holds while the step is kept; throws where it is not to be. */
  guard?: WriteGuard | undefined;
}

/** A row as it was read from the file. */
export interface ReadRow {
  line: number;
  cells: string[];
  problems: RowProblem[];
}

/** A row that a person has changed, with everything that follows from it. */
export interface ChangedRow {
  position: number;
  /** The corrected cells; left out where only a decision was taken, or only its twins have changed. */
  cells?: string[];
  check: RowCheck;
}

/**
 * Imports and their rows. States change by conditional UPDATEs, and only the run whose lease is in force by the store's
 * clock changes rows that are sent, so that no row is sent by two. Errors of the database come as they are.
 */
export interface ImportStore extends ImportRowStore, LeaseStore {
  /** Keeps an import with its rows and its file, unless there is no room for it; with it the event for the audit log. */
  create(given: StoredImport, rows: readonly ReadRow[], file: Uint8Array, event?: NewAuditEvent): Promise<ImportRoom>;
  find(environment: Environment, importID: string): Promise<StoredImport | null>;
  /** Newest first; in any state, or in one of these. */
  list(
    of: { environment: Environment; states?: readonly ImportState[]; ticketKey?: string; staffID?: string },
    page: { limit: number; offset: number },
  ): Promise<{ imports: StoredImport[]; total: number }>;
  counts(importIDs: readonly string[]): Promise<ReadonlyMap<string, ImportRowCounts>>;
  /** The file as it came; null once it is removed. */
  file(importID: string): Promise<Uint8Array | null>;
  /** Replaces everything that was read from the file by another reading of it; null where the state has moved on. */
  reread(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    rows: readonly ReadRow[],
    audited: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /** Keeps corrections and decisions; null where the state has moved on. */
  changeRows(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    rows: readonly ChangedRow[],
    audited?: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /**
   * Moves an import that is in one of `from`; null where it is not. In a cancelled one every row that is not sent is
   * cancelled. A person's step goes with its event for the audit log.
   */
  move(
    importID: string,
    from: readonly ImportState[],
    to: ImportTransition,
    audited?: AuditedImportStep,
  ): Promise<StoredImport | null>;
  /** The same, only while the lease is in force. */
  moveHeld(lease: Lease, from: readonly ImportState[], to: ImportTransition): Promise<StoredImport | null>;
  /**
   * The same for the step that sends the first customer: refused, with the other import, while another one of the
   * environment has begun and is not over.
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
  /** The import, while the lease is in force and it is in `state`; otherwise null. */
  findHeld(lease: Lease, state: ImportState): Promise<StoredImport | null>;
  /** Counts what a row has come to since a person started it last; null without a lease in force. */
  countRow(lease: Lease, state: "created" | "failed" | "unknown"): Promise<StoredImport | null>;
  /**
   * Removes the files and the content of rows of imports that were uploaded before; one that is not over is cancelled,
   * unless customers are being created. Returns how many.
   */
  removeContent(uploadedBeforeMs: number, nowMs: number): Promise<number>;
}
