import type { AppError } from "#lib/contract/app-error.ts";
import type { Customer } from "#lib/contract/customer.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { toAppError } from "#server/bff/core/problem.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { everyone } from "#server/bff/customers/scan-for-customer.ts";
import { type WalkedPart, walkCustomers } from "#server/bff/customers/walk-customers.ts";
import { RunEnded } from "#server/bff/store/bulk/bulk-lease.ts";
import type { NewBulkRow, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { type BulkWork, maxFailuresInRow, requireHeld, stopsAll } from "./bulk-work.ts";
import { classifyRow } from "./classify-row.ts";

/** So few are always asked for one by one. */
const few = 10;

/** How many customers are read at the same time. */
const readAtOnce = 4;

/** How far one check looks for IDs that no search finds, in pages of 100. */
const maxPages = 1_000;

/**
 * Reads the customers of a list of IDs. The API shows no customer by its ID: each costs a search, and an
 * ID that no search finds a walk through everybody. So all that are left over share one walk, and where
 * the whole list has fewer pages than there are IDs, the walk comes first.
 */
export async function checkIDs(work: BulkWork): Promise<void> {
  const pending = await pendingRows(work);
  if (pending.size > few) await walk(work, pending, Math.min(pending.size, maxPages));
  await search(work, pending);
  if (pending.size > 0) await walk(work, pending, maxPages);
  const message = `It is not among the ${formatCount(maxPages * everyone.limit)} customers checked.`;
  await keep(
    work,
    [...pending.values()].map((row) => unread(row, "unreadable", message)),
  );
}

type Pending = Map<string, StoredBulkRow>;

async function pendingRows({ services, bulk }: BulkWork): Promise<Pending> {
  const { rows } = await services.store.bulks.rows(bulk.bulkID, { states: ["pending"], limit: bulk.total, offset: 0 });
  return new Map(rows.map((row) => [idKey(row.customerID), row]));
}

const unread = (row: StoredBulkRow, state: "missing" | "unreadable", reason: string): NewBulkRow => ({
  ...row,
  state,
  reason,
});

async function keep(work: BulkWork, rows: readonly NewBulkRow[]): Promise<void> {
  if (rows.length > 0 && !(await work.services.store.bulks.keepChecks(work.lease, rows))) throw new RunEnded();
}

/** Goes through everybody, where that takes no more than `maxWalked` pages: then who is not there is missing. */
async function walk(work: BulkWork, pending: Pending, maxWalked: number): Promise<void> {
  const { services, bulk, client, call } = work;
  const query = { ...everyone, ascending: true };
  const parts = walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { customers, total }: WalkedPart = next.value;
    if (Math.ceil(total / everyone.limit) > maxWalked) return;
    await requireHeld(work, "checking");
    services.directories[bulk.environment].note(customers.filter(({ customerID }) => pending.has(idKey(customerID))));
    await keep(work, take(work, pending, customers));
    if (pending.size === 0) return;
  }
  const message = `No customer of ${bulk.environment} has this ID.`;
  await keep(
    work,
    [...pending.values()].map((row) => unread(row, "missing", message)),
  );
  pending.clear();
}

/** Those of a page that are asked for, as they are. */
function take({ bulk }: BulkWork, pending: Pending, customers: readonly Customer[]): NewBulkRow[] {
  return customers.flatMap((customer) => {
    const row = pending.get(idKey(customer.customerID));
    if (!row || !pending.delete(idKey(customer.customerID))) return [];
    return classifyRow(row.position, customer, bulk.change);
  });
}

/** Asks for one after the other, as long as not too many fail in a row. */
async function search(work: BulkWork, pending: Pending): Promise<void> {
  const rows = [...pending.values()];
  let failures = 0;
  for (let at = 0; at < rows.length; at += readAtOnce) {
    await requireHeld(work, "checking");
    const some = rows.slice(at, at + readAtOnce);
    const found = await Promise.all(some.map((row) => find(work, row.customerID)));
    for (const [index, answer] of found.entries()) {
      const row = some[index] as StoredBulkRow;
      if (answer === undefined) continue;
      if ("customer" in answer) {
        failures = 0;
        await keep(work, take(work, pending, [answer.customer]));
        continue;
      }
      failures += 1;
      if (stopsAll(answer.error.code) || failures >= maxFailuresInRow) throw answer.error;
      await keep(work, [unread(row, "unreadable", answer.error.message)]);
      pending.delete(idKey(row.customerID));
    }
  }
}

async function find(
  { services, bulk, client, call }: BulkWork,
  customerID: string,
): Promise<{ customer: Customer } | { error: AppError } | undefined> {
  const context = { services, environment: bulk.environment, client, call: { ...call, fresh: true } };
  try {
    // No pages: the walk is shared by all that no search finds.
    return await findCustomer({ context, customerID, input: { pages: 0 } });
  } catch (thrown) {
    call.signal.throwIfAborted();
    const error = toAppError(thrown);
    return error.code === "customer_not_found_within_bound" || error.code === "not_found" ? undefined : { error };
  }
}
