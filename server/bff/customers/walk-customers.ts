import type { Customer } from "#lib/contract/customer.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import { createSeenIDs } from "./seen-ids.ts";

/** A part of a list that is read from its beginning to its end. */
export interface WalkedPart {
  /** Those that were not there before, in the list's order. */
  customers: Customer[];
  /** How many the list holds at this moment. */
  total: number;
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

export const walkLimit = 100;

/** A list that changes its order with every page would send a walk back for ever. */
const maxReturns = 50;

/** Pages in a row without anything new, after which there is nothing more to come. */
const maxIdlePages = 3;

/**
 * Reads a whole list of customers in order of their creation, oldest first: who is added meanwhile
 * comes at its end. Each page begins with the row that the page before ended with. Where it begins
 * with a row that nobody has seen, rows before it have left the list and it has moved up: then the
 * page before is read again, so that nobody is missed.
 */
export async function* walkCustomers(
  readPage: (page: { limit: number; offset: number }) => Promise<WalkedPart>,
): AsyncGenerator<WalkedPart, WalkSummary> {
  const seen = createSeenIDs();
  let count = 0;
  let drifted = false;
  let offset = 0;
  let returns = 0;
  let idlePages = 0;
  for (;;) {
    const { customers: rows, total } = await readPage({ limit: walkLimit, offset });
    const [first] = rows;
    const hasGap = offset > 0 && first !== undefined && !seen.has(idKey(first.customerID));
    const isPastEnd = offset > 0 && first === undefined;
    if (hasGap || isPastEnd) {
      drifted = true;
      returns += 1;
      if (returns <= maxReturns) {
        offset = Math.max(0, offset - walkLimit);
        continue;
      }
    }
    const fresh = rows.filter(({ customerID }) => seen.add(idKey(customerID)));
    count += fresh.length;
    yield { customers: fresh, total };
    idlePages = fresh.length === 0 ? idlePages + 1 : 0;
    const end = offset + rows.length;
    if (rows.length === 0 || end >= total) {
      // Where nobody left or moved, fewer are there because some are listed twice.
      return { count, drifted: drifted || count !== total, complete: !drifted || count >= total };
    }
    if (idlePages === maxIdlePages) return { count, drifted: true, complete: false };
    offset = Math.max(end - 1, offset + 1);
  }
}
