import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";

/** A part of a list that is scanned from start to end. */
export interface ScannedPart {
  /** The customers that no earlier part contained, in the order of the list. */
  customers: readonly Customer[];
  /** The number of customers in the list when this part was read. */
  total: number;
  /** The number of rows of the list that the scan has passed. */
  to: number;
}

/** The result of a scan. */
export interface WalkSummary {
  /** The number of different customers. */
  count: number;
  /** True if rows were removed or moved during the scan, or if the number of rows differs from the reported total. */
  drifted: boolean;
  /**
   * False if the API reports more customers than it returned. The API then returns no new rows, or its rows move on
   * every page.
   */
  complete: boolean;
}

export const maxPageSize = 100;

/**
 * The maximum number of times that a scan goes back. Without this limit, a list that changes its order with every page
 * would never end.
 */
const maxReturns = 50;

/** After this many consecutive pages without new rows, the list counts as ended. */
const maxIdlePages = 3;

/**
 * Scans a complete list of customers in the order of creation. Oldest first is best: new customers are then added at
 * the end. Each page begins with the last row of the previous page. If the first row of a page is new, earlier rows
 * were removed and later rows have moved up. Then the previous page is read again, so that no customer is missed.
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
      // If no row was removed or moved, a count below the total means that the list has duplicate rows. A list without
      // any rows is an exception: it is incomplete.
      const isWhole = !drifted && (count > 0 || total === 0);
      return { count, drifted: drifted || count !== total, complete: isWhole || count >= total };
    }
    if (idlePages === maxIdlePages) return { count, drifted: true, complete: false };
    offset = Math.max(end - 1, offset + 1);
  }
}
