import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Bulk, BulkFileQuery } from "#lib/contract/operations/bulk.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { columnKey } from "#lib/contract/values/operations/column-names.ts";
import { idKey, isResourceID } from "#lib/contract/values/resource-ids.ts";
import { knownContractValue } from "#lib/format/contract-value-name.ts";
import { listContractValues } from "#server/bff/contracts/list-contract-values.ts";
import { csvRefused, placedError } from "#server/bff/core/csv/csv-problem.ts";
import { type CsvRow, type CsvTable, readCsv } from "#server/bff/core/csv/read-csv.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NewBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkServices } from "./bulk-services.ts";
import { keepBulk, unreadRow } from "./keep-bulk.ts";

const maxErrors = 20;
const maxValueLength = 200;

const idNames = new Set(["customerid", "customeruuid"]);

interface Columns {
  names: readonly string[];
  id: number;
  plan: number;
  term: number;
}

function columnsOf({ columns }: CsvTable): Columns {
  const keys = columns.map(columnKey);
  const found = {
    id: keys.findIndex((key) => idNames.has(key)),
    plan: keys.indexOf("plan"),
    term: keys.indexOf("term"),
  };
  if (found.id < 0) throw csvRefused("The file has no column customerID.");
  if (found.plan < 0 && found.term < 0) throw csvRefused("The file has neither a column plan nor a column term.");
  return { names: columns, ...found };
}

/**
 * The changes of a row. The plan comes before the term, because the API accepts only one of the two in a request. If
 * the API's spelling of a value is known, that spelling is used.
 */
function changesOf({ cells }: CsvRow, { plan, term }: Columns, contractValues: ContractValues): BulkChange[] {
  const cellOf = (at: number) => (at < 0 ? "" : (cells[at] ?? "").trim());
  const newPlan = knownContractValue("plan", cellOf(plan), contractValues.plans);
  const newTerm = knownContractValue("term", cellOf(term), contractValues.terms);
  return [...(newPlan ? [{ plan: newPlan }] : []), ...(newTerm ? [{ term: newTerm }] : [])];
}

/** The problems of a row, with their line and column. */
function errorsOf(row: CsvRow, columns: Columns, lineOf: ReadonlyMap<string, number>): FieldError[] {
  const { line, cells, problems } = row;
  const at = (index: number) => ({ line, column: index + 1, name: columns.names[index] });
  const errors = problems.map(({ message, ...place }) => placedError(place, message));
  if (errors.length > 0) return errors;
  const customerID = (cells[columns.id] ?? "").trim();
  const before = lineOf.get(idKey(customerID));
  if (!isResourceID(customerID)) errors.push(placedError(at(columns.id), "is not a customer ID"));
  else if (before !== undefined) errors.push(placedError(at(columns.id), `repeats the customer of line ${before}`));
  for (const index of [columns.plan, columns.term]) {
    const value = index < 0 ? "" : (cells[index] ?? "").trim();
    if (value.length > maxValueLength) {
      errors.push(placedError(at(index), `must be ${maxValueLength} characters or less`));
    }
  }
  return errors;
}

/**
 * Starts a bulk change from a CSV file in which each customer has a plan, a term or both. Sends nothing to the API. If
 * the file has mistakes, nothing is started, and every mistake is reported with its line and column. An empty cell
 * changes nothing.
 */
export async function startBulkFromFile({
  context,
  bytes,
  input: { fileName, encoding, delimiter, ticket, reason },
}: {
  context: RouteContext<"bulk.run", "/api/:environment/bulk/file", BulkServices>;
  bytes: Uint8Array;
  input: BulkFileQuery;
}): Promise<{ bulk: Bulk }> {
  const table = await readCsv(bytes, { encoding, delimiter });
  const columns = columnsOf(table);
  const contractValues = await listContractValues({ context });
  const errors: FieldError[] = [];
  const lineOf = new Map<string, number>();
  const rows: NewBulkRow[] = [];
  for (const row of table.rows) {
    errors.push(...errorsOf(row, columns, lineOf));
    const customerID = (row.cells[columns.id] ?? "").trim();
    lineOf.set(idKey(customerID), row.line);
    for (const target of changesOf(row, columns, contractValues))
      rows.push(unreadRow(rows.length + 1, customerID, { target }));
  }
  if (errors.length > 0) throw refusedFile(errors);
  if (rows.length === 0) throw csvRefused("No row has a plan or a term.");
  const reference = { ...(ticket !== undefined && { ticket }), ...(reason !== undefined && { reason }) };
  const source = { kind: "file", fileName, given: table.rows.length } as const;
  return keepBulk(context, { source, change: null, rows, total: rows.length }, reference);
}

function refusedFile(errors: readonly FieldError[]): AppError {
  const more = errors.length - maxErrors;
  return new AppError(
    "invalid_request",
    `Nothing was started: the file has ${errors.length === 1 ? "a mistake" : `${errors.length} mistakes`}.${more > 0 ? ` The first ${maxErrors} are shown.` : ""}`,
    { errors: errors.slice(0, maxErrors) },
  );
}
