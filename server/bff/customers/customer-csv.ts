import type { CsvColumnNames } from "#lib/contract/csv-column-names.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { customerColumnNames as names } from "#lib/contract/values/customers/customer-columns.ts";
import { type CsvColumn, csvHead, csvLines } from "#server/bff/core/export/csv.ts";

const columns: readonly CsvColumn<Customer>[] = [
  { api: "customerID", page: names.customerID, cell: (customer) => customer.customerID },
  { api: "companyName", page: names.company, cell: (customer) => customer.companyName },
  { api: "usersCount", page: names.usersCount, cell: (customer) => customer.usersCount },
  { api: "created", page: names.created, cell: (customer) => customer.created },
  { api: "deleted", page: "Is deleted", cell: (customer) => customer.deleted },
  { api: "deletedAt", page: names.deletedAt, cell: (customer) => customer.deletedAt },
  { api: "contract.term", page: names.term, cell: (customer) => customer.contract.term },
  { api: "contract.plan", page: names.plan, cell: (customer) => customer.contract.plan },
  { api: "adminUser.email", page: names.email, cell: (customer) => customer.adminUser.email },
];

/** The names of the columns in the API. */
export const customerFileColumns: readonly string[] = columns.map(({ api }) => api);

/** What each row of a scheduled export says: when it was read from the API, and what the file covers. */
export interface RowNotes {
  /** ISO 8601 in UTC. */
  readAt: string;
  covers: string;
}

const noteColumns: readonly CsvColumn<RowNotes>[] = [
  { api: "readAt", page: "Read at", cell: ({ readAt }) => readAt },
  { api: "covers", page: "File covers", cell: ({ covers }) => covers },
];

/** The names of the columns of the files of scheduled exports. */
export const scheduledFileColumns: readonly string[] = [...columns, ...noteColumns].map(({ api }) => api);

/** The first line of a CSV file of customers. */
export const customersHead = (columnNames: CsvColumnNames = "api", hasNotes = false): string =>
  csvHead([...columns, ...(hasNotes ? noteColumns : [])].map((column) => column[columnNames]));

/** Converts customers to lines of a CSV file. */
export function customerLines(customers: readonly Customer[], notes?: RowNotes): string {
  const last = notes ? noteColumns.map(({ cell }) => cell(notes)) : [];
  return csvLines(customers.map((customer) => [...columns.map(({ cell }) => cell(customer)), ...last]));
}
