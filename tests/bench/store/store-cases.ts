import { dayMs } from "#lib/contract/values/time-units.ts";
import { generateCustomers } from "#server/provisioning/seed/generate-customers.ts";
import type { CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";

/** A list to measure, with the limit of its 95th percentile at a million customers. */
export interface StoreCase {
  name: string;
  /** Undefined if there is no limit. */
  limitMs?: number;
  selection: CustomerSelection;
}

/**
 * Finds the beginning of the names of about `wanted` customers. The beginning consists of ordinary words, whose
 * trigrams occur in many thousands of other names. A search for such a text is slow, although it has few matches.
 */
export function findTerm(customers: number, wanted: number, anchorMs: number): string {
  const counts = new Map<string, number>();
  for (const { companyName } of generateCustomers({ environment: "production", count: customers, anchorMs })) {
    for (let end = companyName.indexOf(" "); end > 0; end = companyName.indexOf(" ", end + 1)) {
      const beginning = companyName.slice(0, end);
      counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
    }
    counts.set(companyName, (counts.get(companyName) ?? 0) + 1);
  }
  const distance = (count: number) => Math.abs(count - wanted);
  const [term] = [...counts].reduce((best, entry) => (distance(entry[1]) < distance(best[1]) ? entry : best));
  return term;
}

/** All lists to measure. `customers`: the number of customers in the store. `nowMs`: the time when it was filled. */
export function storeCases(customers: number, nowMs: number): StoreCase[] {
  const all: CustomerSelection = {
    limit: 25,
    offset: 0,
    sort: "created",
    ascending: false,
    createdFromMs: 0,
    includeDeleted: false,
  };
  const week = { createdFromMs: nowMs - 7 * dayMs };
  const window = { createdFromMs: nowMs - 1_500.3 * dayMs, createdToMs: nowMs - 100.6 * dayMs };
  const searchTerm = findTerm(customers, 30, nowMs);
  const list = (name: string, limitMs: number | undefined, selection: Partial<CustomerSelection>): StoreCase => ({
    name,
    ...(limitMs === undefined ? {} : { limitMs }),
    selection: { ...all, ...selection },
  });
  const deep = Math.floor(customers * 0.9);
  return [
    list("default list (7 days)", 25, week),
    list("7 days by companyName", 25, { ...week, sort: "companyName", ascending: true }),
    list("all time, first page", 25, {}),
    list("all time by created, ascending", 25, { ascending: true }),
    list("all time by companyName, ascending", 25, { sort: "companyName", ascending: true }),
    list("all time by companyName, descending", 25, { sort: "companyName" }),
    list("all time by usersCount, ascending", 25, { sort: "usersCount", ascending: true }),
    list("all time by usersCount, descending", 25, { sort: "usersCount" }),
    list("all time with deleted", 25, { includeDeleted: true }),
    list(`search, all time: ${searchTerm}`, 25, { searchTerm }),
    list("the same by companyName", 25, { searchTerm, sort: "companyName" }),
    list("the same in 7 days", 25, { searchTerm, ...week }),
    list("four years, cut inside of days", 80, window),
    list("the same by companyName", 80, { ...window, sort: "companyName" }),
    list(`offset ${deep}`, 150, { offset: deep }),
    list(`offset ${deep} by companyName`, 150, { offset: deep, sort: "companyName" }),
    list(`offset ${deep} by usersCount`, 150, { offset: deep, sort: "usersCount" }),
    list("offset in the middle (the farthest)", 150, { offset: Math.floor(customers / 2) }),
    list("search that many match: gmbh", undefined, { searchTerm: "gmbh" }),
    list("the same in 7 days", undefined, { searchTerm: "gmbh", ...week }),
    list("search of two characters: qu", undefined, { searchTerm: "qu" }),
  ];
}
