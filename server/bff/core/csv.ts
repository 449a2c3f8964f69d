import type { Customer } from "#lib/contract/customer.ts";

/** What a spreadsheet would take for a formula, behind blanks and in its wide forms too. */
const formula = /^(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** Control characters and line ends of any kind: a record is one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A cell by RFC 4180 that no spreadsheet takes for a formula: what could be one gets an apostrophe
 * in front, control characters and line ends become a blank (docs/decisions/0007-exports.md).
 */
export function csvCell(value: string): string {
  const plain = value.replace(breaks, " ");
  const safe = formula.test(value) ? `'${plain}` : plain;
  return /[",;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

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

/** The byte-order mark, without which Excel takes UTF-8 for something else, and the names of the columns. */
export const csvHead = `\ufeff${columns.map(([name]) => name).join(",")}\r\n`;

/** A customer as one line with its end. */
export function csvLine(customer: Customer): string {
  const cells = columns.map(([, cellOf]) => csvCell(String(cellOf(customer) ?? "")));
  return `${cells.join(",")}\r\n`;
}
