import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";

/** Returns an import of this environment. Throws `not_found`. */
export async function findImport(
  { services, environment }: { services: CoreServices; environment: Environment },
  importID: string,
): Promise<StoredImport> {
  const importRecord = await services.store.imports.find(environment, importID);
  if (!importRecord) throw new AppError("not_found", `There is no such import in ${environment}.`);
  return importRecord;
}

const whereItIs: Readonly<Record<ImportState, string>> = {
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
};

/** The error for a step that is not possible in the import's state. */
export function importConflict({ state }: Pick<StoredImport, "state">, step: string): AppError {
  return new AppError(
    "import_moved",
    `The import ${whereItIs[state]} now and was not ${step}. Check it again: another person may have acted first.`,
  );
}

/** Throws if the content of the import's rows was removed. */
export function assertContentKept({ removedAt }: Pick<StoredImport, "removedAt">): void {
  if (removedAt === null) return;
  throw new AppError("import_moved", "The file of this import was removed. Upload it again to go on.");
}
