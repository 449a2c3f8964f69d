import { randomUUID } from "node:crypto";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { MapImport } from "#lib/contract/operations/import-requests.ts";
import { type Import, type ImportMapping, importMappingSchema } from "#lib/contract/operations/imports.ts";
import { openImportStates, requiredFields } from "#lib/contract/values/operations/import-states.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { assertContentKept, importKind } from "#server/bff/imports/import-kind.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { importView } from "#server/bff/imports/import-view.ts";
import { findRun, runConflict } from "#server/bff/runs/run-kind.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { readImportFile } from "./read-import-file.ts";

type Context = RouteContext<"imports.run", "/api/:environment/imports/:importID/map", ImportServices>;

/**
 * Clears the results of an earlier check. These results are not valid if the file is read differently or the columns
 * have another meaning.
 */
const unchecked = { digest: null, incomplete: null, comparedWith: null, checkedAt: null } as const;

/** Saves the mapping of the columns, or reads the file again with other settings. Checks nothing and sends nothing. */
export async function mapImport({
  context,
  importID,
  input,
}: {
  context: Context;
  importID: string;
  input: MapImport;
}): Promise<{ import: Import }> {
  const { services } = context;
  const importRecord = await findRun(importKind, context, importID);
  assertContentKept(importRecord);
  // An import that was started before a restore cannot be read again, because some of its rows are already customers.
  if (importRecord.startedAt !== null) throw runConflict(importKind, importRecord, "read again");
  const moved =
    input.columns === undefined
      ? await readAgain(context, importRecord, input)
      : await keep(context, importRecord, input);
  if (!moved) throw runConflict(importKind, await findRun(importKind, context, importID), "changed");
  return { import: await importView(services.store, moved) };
}

async function readAgain(
  context: Context,
  importRecord: StoredImport,
  { encoding = importRecord.encoding, delimiter }: MapImport,
): Promise<StoredImport | null> {
  const { imports } = context.services.store;
  const { importID } = importRecord;
  const file = await imports.file(importID);
  if (!file) throw runConflict(importKind, importRecord, "read again");
  const table = await readImportFile(file, { encoding, delimiter });
  const { columns, emptyLines, unmarked, rows } = table;
  const to = { state: "uploaded", encoding, delimiter: table.delimiter, columns, emptyLines, unmarked } as const;
  const before = { encoding: importRecord.encoding, delimiter: importRecord.delimiter };
  const after = { encoding, delimiter: table.delimiter, rows: rows.length };
  const event = runEvent(context, "import.changed", importRecord, { before, after });
  const audited = { event, nowMs: context.services.clock.now() };
  return imports.reread(importID, openImportStates, { ...to, ...unchecked, mapping: null }, rows, audited);
}

async function keep(context: Context, importRecord: StoredImport, input: MapImport): Promise<StoredImport | null> {
  const { services, environment, session } = context;
  const { imports, importMappings } = services.store;
  const { importID } = importRecord;
  const { columns, values, fixed, saveAs } = input;
  const mapping = importMappingSchema.parse({ columns, values, fixed });
  assertComplete(importRecord, mapping);
  const nowMs = services.clock.now();
  // The audit event has only the field names, because column names and words are content of the file.
  const after = { fields: Object.values(mapping.columns) };
  const event = runEvent(context, "import.changed", importRecord, { after });
  const moved = await imports.move(
    importID,
    openImportStates,
    { state: "mapped", mapping, ...unchecked },
    { event, nowMs },
  );
  if (moved && saveAs !== undefined) {
    const { staffID, email } = session.staff;
    const mappingID = randomUUID();
    const savedEvent = {
      ...auditSource(context),
      action: "import-mapping.saved",
      environment,
      outcome: "done",
    } as const;
    const saved = { mappingID, environment, name: saveAs, mapping, actor: { staffID, email }, createdAt: nowMs };
    await importMappings.save(saved, {
      ...savedEvent,
      target: { kind: "import", id: importID },
      after: { name: saveAs },
    });
  }
  return moved;
}

/**
 * Throws `invalid_request` unless every column has a name, and every required field has a column or one value for all
 * rows.
 */
function assertComplete({ columns }: StoredImport, mapping: ImportMapping): void {
  const errors: FieldError[] = [];
  const named = new Set(Object.keys(mapping.columns));
  for (const name of columns) {
    if (!named.delete(name))
      errors.push({ field: `columns.${name}`, message: "is not named: say what it is, or ignore" });
  }
  for (const name of named) errors.push({ field: `columns.${name}`, message: "is no column of the file" });
  const fields = Object.values(mapping.columns);
  for (const field of requiredFields) {
    const fixed = field === "companyName" ? undefined : mapping.fixed[field];
    const isColumn = fields.includes(field);
    if (!isColumn && fixed === undefined) errors.push({ field, message: "has no column" });
    if (isColumn && fixed !== undefined) errors.push({ field: `fixed.${field}`, message: "has a column as well" });
  }
  if (errors.length === 0) return;
  throw new AppError("invalid_request", "The columns are not complete.", { errors: errors.slice(0, 80) });
}
