import type { Customer } from "#lib/contract/customer.ts";
import { markFormulas } from "#lib/csv-formulas.ts";

/** A tab or a line end in front, which some spreadsheets take for the beginning of a formula. */
const leadingBreak = /^[\t\r\n]/;

/** Control characters and line ends of any kind: a record is one line. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * A cell by RFC 4180 in which no spreadsheet finds a formula, wherever it splits: what could be one gets an
 * apostrophe in front, control characters and line ends become a blank (docs/decisions/0007-exports.md).
 */
export function csvCell(value: string): string {
  const marked = markFormulas(value.replace(breaks, " "));
  const safe = leadingBreak.test(value) && !marked.startsWith("'") ? `'${marked}` : marked;
  return /[",;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The last line of a file that was cut, behind the last whole record: words for who opens it, and a quote
 * that is never closed, so that no reader of CSV takes the file for a whole one. With its `#` it is no ID either,
 * should a lenient reader take it for a record.
 */
export const csvCutMark =
  '"# THIS FILE IS NOT COMPLETE: it was cut off before its end, and rows may be missing. Export it again.';

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
