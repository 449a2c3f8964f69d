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

/** How a CSV file of customers begins. */
export const customersHead = csvHead(columns.map(([name]) => name));

/** Customers as lines of it. */
export const customerLines = (customers: readonly Customer[]): string =>
  csvLines(customers.map((customer) => columns.map(([, cellOf]) => cellOf(customer))));
