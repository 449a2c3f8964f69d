import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";

/** A part of a list that is read from its beginning to its end. */
export interface ScannedPart {
  /** Those that were not there before, in the list's order. */
  customers: readonly Customer[];
  /** How many the list holds at this moment. */
  total: number;
  /** How many rows of the list are behind the walk now. */
  to: number;
}

/** Where an earlier walk through the same list ended. */
export interface WalkStart {
  /** How many rows it had behind it. */
  from: number;
  /** The last of them. */
  after: string;
}

/** What a walk has been. */
export interface WalkSummary {
  /** How many customers came, each once. */
  count: number;
  /** True where rows left or moved while the list was read, or the list says that it holds another number. */
  drifted: boolean;
  /** False where the API claims that there are more than came: it gives nothing new, or moves rows about. */
  complete: boolean;
}

export const maxPageSize = 100;

/** A list that changes its order with every page would send a walk back for ever. */
const maxReturns = 50;

/** How many pages a walk goes back for the row after which it begins, before it takes every row for a new one. */
const maxStartReturns = 3;

/** Pages in a row without anything new, after which there is nothing more to come. */
const maxIdlePages = 3;

/**
 * Reads a whole list of customers in order of their creation. Oldest first, who is added meanwhile
 * comes at its end. Each page begins with the row that the page before ended with. Where it begins
 * with a new row, rows before it have left the list and it has moved up: then the
 * page before is read again, so that no customer is missed. A walk that continues an earlier one finds
 * its place by the row where that one ended; where that row is gone, some rows come again.
 */
export async function* walkCustomers(
  readPage: (page: { limit: number; offset: number }) => Promise<Pick<ScannedPart, "customers" | "total">>,
  start?: WalkStart,
): AsyncGenerator<ScannedPart, WalkSummary> {
  const seen = new Set<string>();
  let count = start?.from ?? 0;
  let drifted = false;
  let offset = start ? start.from - 1 : 0;
  let returns = 0;
  let idlePages = 0;
  let place = start && idKey(start.after);
  for (;;) {
    const { customers: rows, total } = await readPage({ limit: maxPageSize, offset });
    const [first] = rows;
    let isPlaceLost = false;
    if (place !== undefined) {
      const at = rows.findIndex(({ customerID }) => idKey(customerID) === place);
      if (at !== 0 || returns > 0) drifted = true;
      isPlaceLost = at < 0;
      if (isPlaceLost && offset > 0 && returns < maxStartReturns) {
        returns += 1;
        offset = Math.max(0, offset - maxPageSize);
        continue;
      }
      place = undefined;
      for (const { customerID } of rows.slice(0, at + 1)) seen.add(idKey(customerID));
    }
    const hasGap = offset > 0 && !isPlaceLost && first !== undefined && !seen.has(idKey(first.customerID));
    const isPastEnd = offset > 0 && first === undefined;
    if (hasGap || isPastEnd) {
      drifted = true;
      returns += 1;
      if (returns <= maxReturns) {
        offset = Math.max(0, offset - maxPageSize);
        continue;
      }
    }
    const fresh = rows.filter(({ customerID }) => {
      const key = idKey(customerID);
      return !seen.has(key) && seen.add(key);
    });
    count += fresh.length;
    const end = offset + rows.length;
    yield { customers: fresh, total, to: end };
    idlePages = fresh.length === 0 ? idlePages + 1 : 0;
    if (rows.length === 0 || end >= total) {
      // If no row has left or moved, there are fewer because some are listed twice, unless none came at all.
      const isWhole = !drifted && (count > 0 || total === 0);
      return { count, drifted: drifted || count !== total, complete: isWhole || count >= total };
    }
    if (idlePages === maxIdlePages) return { count, drifted: true, complete: false };
    offset = Math.max(end - 1, offset + 1);
  }
}
