import type { Customer } from "#lib/contract/customers/customer.ts";
import { csvHead, csvLines } from "#server/bff/core/export/csv.ts";

const columns: readonly (readonly [string, (customer: Customer) => string | number | boolean | undefined])[] = [
  ["customerID", (customer) => customer.customerID],
  ["companyName", (customer) => customer.companyName],
  ["usersCount", (customer) => customer.usersCount],
  ["created", (customer) => customer.created],
  ["deleted", (customer) => customer.deleted],
  ["deletedAt", (customer) => customer.deletedAt],
  ["contract.term", (customer) => customer.contract.term],
  ["contract.plan", (customer) => customer.contract.plan],
  ["adminUser.email", (customer) => customer.adminUser.email],
];

/** The first line of a CSV file of customers. */
export const customersHead = csvHead(columns.map(([name]) => name));

/** Customers as lines of such a file. */
export const customerLines = (customers: readonly Customer[]): string =>
  csvLines(customers.map((customer) => columns.map(([, cellOf]) => cellOf(customer))));
