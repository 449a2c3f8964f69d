import { unsafeNames } from "#lib/contract/values/customers/creation-rules.ts";
import type { CsvDelimiter, CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";
import { csvRefused } from "#server/bff/core/csv/csv-problem.ts";
import { type CsvTable, readCsv } from "#server/bff/core/csv/read-csv.ts";

/**
 * Reads the file of an import. Throws `invalid_request` with the line and the column if the file cannot be read
 * completely.
 */
export async function readImportFile(
  bytes: Uint8Array,
  how: { encoding: CsvEncoding; delimiter?: CsvDelimiter | undefined },
): Promise<CsvTable> {
  const table = await readCsv(bytes, how);
  const unsafe = table.columns.findIndex((name) => unsafeNames.has(name));
  if (unsafe < 0) return table;
  throw csvRefused("A column cannot have this name. Rename it.", { line: 1, column: unsafe + 1 });
}
