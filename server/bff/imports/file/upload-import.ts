import { createHash, randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { UploadImportQuery } from "#lib/contract/operations/import-requests.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { maxUnfinishedImports } from "#lib/contract/values/operations/import-states.ts";
import { runEvent } from "#server/bff/audit/run-event.ts";
import { type PersonNames, shownName } from "#server/bff/core/person-names.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { importView } from "#server/bff/imports/import-view.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { readImportFile } from "./read-import-file.ts";

/** Reads a file and stores it with its rows. Checks nothing and sends nothing. */
export async function uploadImport({
  context,
  bytes,
  input: { fileName, encoding, delimiter, ticket, reason },
}: {
  context: RouteContext<"imports.run", "/api/:environment/imports", ImportServices>;
  bytes: Uint8Array;
  input: UploadImportQuery;
}): Promise<{ import: Import }> {
  const { services, environment, session } = context;
  const reference = { ...(ticket !== undefined && { ticket }), ...(reason !== undefined && { reason }) };
  await requireReference(services, "creations", reference);
  const table = await readImportFile(bytes, { encoding, delimiter });
  const { staffID, email } = session.staff;
  const importRecord: StoredImport = {
    importID: randomUUID(),
    environment,
    state: "uploaded",
    actor: { staffID, email },
    runBy: null,
    ticket: ticket ?? null,
    note: reason ?? null,
    fileName: fileName || "customers.csv",
    fileHash: createHash("sha256").update(bytes).digest("hex"),
    encoding,
    delimiter: table.delimiter,
    columns: table.columns,
    emptyLines: table.emptyLines,
    unmarked: table.unmarked,
    mapping: null,
    digest: null,
    incomplete: null,
    comparedWith: null,
    pausedFrom: null,
    reason: null,
    firstPosition: null,
    failuresInRow: 0,
    unknownsInRow: 0,
    settledRows: 0,
    failedRows: 0,
    createdAt: services.clock.now(),
    checkedAt: null,
    startedAt: null,
    finishedAt: null,
    removedAt: null,
    restoredAt: null,
  };
  const after = { bytes: bytes.byteLength, rows: table.rows.length, fileHash: importRecord.fileHash };
  const event = runEvent(context, "import.created", importRecord, { after });
  const room = await services.store.imports.create(importRecord, table.rows, bytes, event);
  if (room === "too-many-unfinished") throw tooManyUnfinished();
  if (room !== "there-is") throw await sameFile(services.store.staff, room.same);
  return { import: await importView(services.store, importRecord) };
}

function tooManyUnfinished(): AppError {
  return new AppError(
    "too_many_imports",
    `Nothing was uploaded: you have ${maxUnfinishedImports} unfinished imports, which is the limit. Finish or cancel one first.`,
  );
}

/**
 * The error for a file that was already uploaded. The message has the ID and not the file name, because a file name can
 * be any text. The list of imports shows the file name.
 */
async function sameFile(
  names: PersonNames,
  { importID, actor, createdAt, startedAt }: StoredImport,
): Promise<AppError> {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  const what = startedAt === null ? "uploaded" : "imported";
  return new AppError(
    "same_file",
    `Nothing was uploaded: exactly this file was ${what} by ${await shownName(names, actor)} on ${day}. Open that import to see what it has done.`,
    { errors: [{ field: "importID", message: importID }] },
  );
}
