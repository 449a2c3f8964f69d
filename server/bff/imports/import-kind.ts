import { AppError } from "#lib/contract/operations/app-error.ts";
import type { RunContext } from "#server/bff/runs/run-context.ts";
import type { RunStepKind } from "#server/bff/runs/run-kind.ts";
import type { StoredImport, StoredImportRow } from "#server/bff/store/imports/import-rows.ts";
import type { ImportServices } from "./import-services.ts";
import { rowOutcomeOf } from "./run/row-outcome.ts";

/** The context that all steps of one import share. */
export type ImportContext = RunContext<StoredImport, StoredImportRow>;

const readyRows = async ({ store }: Pick<ImportServices, "store">, importID: string) =>
  (await store.imports.counts([importID])).get(importID)?.ready ?? 0;

/** Imports as a kind of run. */
export const importKind: RunStepKind<ImportServices, StoredImport, StoredImportRow> = {
  kind: "import",
  noun: "import",
  verb: "create",
  permission: "imports.run",
  stateWords: {
    uploaded: "waits for its columns to be named",
    mapped: "is not checked yet",
    checking: "is being checked",
    checked: "is checked and has not started",
    first: "is creating its first customer",
    "first-done": "has created its first customer",
    running: "is creating the rest",
    paused: "is paused",
    finished: "is finished",
    cancelled: "is cancelled",
  },
  storeOf: ({ store }) => store.imports,
  rowOutcomeOf,
  firstFrom: ["first-done"],
  hasSucceeded: ({ state }) => state === "created",
  async firstOf({ store: { imports } }, { importID }, chosen) {
    const row = chosen === undefined ? (await imports.ready(importID, 0, 1))[0] : await imports.row(importID, chosen);
    if (row?.state === "ready") return row.position;
    throw new AppError("run_moved", "This row is not ready to be created. Choose another one.");
  },
  sizeOf: (services, { importID }) => readyRows(services, importID),
  async release(services, { environment, importID }, staffID) {
    const rows = await readyRows(services, importID);
    const subject = { environment, staffID, kind: "import", subjectID: importID, rows, changes: [] } as const;
    return services.approvalGate.assertReleased(subject);
  },
  freshCounts: { failuresInRow: 0, unknownsInRow: 0, settledRows: 0, failedRows: 0 },
  wake: ({ imports }) => imports.wake(),
};

/** Throws if the content of the import's rows was removed. */
export function assertContentKept({ removedAt }: Pick<StoredImport, "removedAt">): void {
  if (removedAt === null) return;
  throw new AppError("run_moved", "The file of this import was removed. Upload it again to go on.");
}
