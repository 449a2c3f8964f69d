import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";

/** A part of a list that is read from start to end. */
export interface ScannedPart {
  /** The customers that earlier parts did not contain, in the list's order. */
  customers: readonly Customer[];
  /** The number of customers in the list at this moment. */
  total: number;
  /** The number of rows of the list that the walk has passed. */
  to: number;
}

/** The summary of a walk. */
export interface WalkSummary {
  /** The number of different customers. */
  count: number;
  /**
   * True if rows were removed or moved while the list was read, or if the list reports a number other than the number
   * of its rows.
   */
  drifted: boolean;
  /** False if the API reports more customers than it returned: it returns nothing new, or keeps moving rows. */
  complete: boolean;
}

export const maxPageSize = 100;

/** The limit for a list that changes its order with every page and would send a walk back for ever. */
const maxReturns = 50;

/** The number of consecutive pages without new rows after which the list counts as ended. */
const maxIdlePages = 3;

/**
 * Reads a whole list of customers in order of creation. If the oldest come first, a customer added meanwhile comes at
 * the end. Each page starts with the last row of the page before. If a page starts with a new row, earlier rows were
 * removed and the list has moved up: the page before is then read again, so that no customer is missed.
 */
export async function* walkCustomers(
  readPage: (page: { limit: number; offset: number }) => Promise<Pick<ScannedPart, "customers" | "total">>,
): AsyncGenerator<ScannedPart, WalkSummary> {
  const seenKeys = new Set<string>();
  let count = 0;
  let drifted = false;
  let offset = 0;
  let returns = 0;
  let idlePages = 0;
  for (;;) {
    const { customers: rows, total } = await readPage({ limit: maxPageSize, offset });
    const [first] = rows;
    const hasGap = offset > 0 && first !== undefined && !seenKeys.has(idKey(first.customerID));
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
      return !seenKeys.has(key) && seenKeys.add(key);
    });
    count += fresh.length;
    const end = offset + rows.length;
    yield { customers: fresh, total, to: end };
    idlePages = fresh.length === 0 ? idlePages + 1 : 0;
    if (rows.length === 0 || end >= total) {
      // If no row was removed or moved, a smaller count means that some rows are listed twice, unless no rows were
      // returned at all.
      const isWhole = !drifted && (count > 0 || total === 0);
      return { count, drifted: drifted || count !== total, complete: isWhole || count >= total };
    }
    if (idlePages === maxIdlePages) return { count, drifted: true, complete: false };
    offset = Math.max(end - 1, offset + 1);
  }
}
