import type { Customer } from "#lib/contract/customers/customer.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { type ScannedPart, walkCustomers } from "#lib/customers/walk-customers.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { findCustomer } from "#server/bff/customers/find-customer.ts";
import { allCustomersQuery } from "#server/bff/customers/scan-for-customer.ts";
import { assertHeld } from "#server/bff/runs/run-context.ts";
import { maxFailuresInRow, stopsRun } from "#server/bff/runs/stopping-errors.ts";
import type { NewBulkRow, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";
import type { BulkContext } from "./bulk-kind.ts";
import { classifyRows } from "./run/classify-row.ts";

/** Up to this number of customers, each customer is searched for separately. */
const few = 10;

/** How many customers are read at the same time. */
const readAtOnce = 4;

/** The maximum number of pages that one check reads for IDs that no search finds. A page has 100 customers. */
const maxPages = 1_000;

/**
 * Reads the customers of a list of IDs. The API cannot return a customer by its ID, so each ID costs a search. An ID
 * that no search finds costs a scan of all customers, so such IDs share one scan. If there are more than ten IDs, and
 * the complete list has at most as many pages as there are IDs, the scan comes first.
 */
export async function checkIDs(work: BulkContext, withPlans: ReadonlySet<string>): Promise<void> {
  const pending = await pendingRows(work, withPlans);
  if (pending.rows.size > few) await walk(work, pending, Math.min(pending.rows.size, maxPages));
  await search(work, pending);
  if (pending.rows.size > 0) await walk(work, pending, maxPages);
  const message = `It is not among the ${formatCount(maxPages * allCustomersQuery.limit)} customers checked.`;
  await keep(
    work,
    [...pending.rows.values()].flat().map((row) => unread(row, "unreadable", message)),
  );
}

/** The rows whose customers must still be read. */
interface Pending {
  rows: Map<string, StoredBulkRow[]>;
  withPlans: ReadonlySet<string>;
}

async function pendingRows({ services, run: bulk }: BulkContext, withPlans: ReadonlySet<string>): Promise<Pending> {
  const { rows } = await services.store.bulks.rows(bulk.bulkID, { states: ["pending"], limit: bulk.total, offset: 0 });
  return { rows: Map.groupBy(rows, (row) => idKey(row.customerID)), withPlans };
}

const unread = (row: StoredBulkRow, state: "missing" | "unreadable", reason: string): NewBulkRow => ({
  ...row,
  state,
  reason,
});

async function keep(work: BulkContext, rows: readonly NewBulkRow[]): Promise<void> {
  if (rows.length > 0 && !(await work.services.store.bulks.keepChecks(work.lease, rows))) throw new RunEnded();
}

/**
 * Scans all customers if that takes at most `maxWalked` pages. After a complete scan, rows without a customer become
 * `missing`.
 */
async function walk(work: BulkContext, pending: Pending, maxWalked: number): Promise<void> {
  const { run: bulk, client, call } = work;
  const query = { ...allCustomersQuery, ascending: true };
  const parts = walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const { customers, total }: ScannedPart = next.value;
    if (Math.ceil(total / allCustomersQuery.limit) > maxWalked) return;
    await assertHeld(work, "checking");
    await keep(work, take(work, pending, customers));
    if (pending.rows.size === 0) return;
  }
  const message = `No customer of ${bulk.environment} has this ID.`;
  await keep(
    work,
    [...pending.rows.values()].flat().map((row) => unread(row, "missing", message)),
  );
  pending.rows.clear();
}

/** The pending rows of the customers on this page, with each customer's current contract. */
function take({ run: bulk }: BulkContext, pending: Pending, customers: readonly Customer[]): NewBulkRow[] {
  return customers.flatMap((customer) => {
    const rows = pending.rows.get(idKey(customer.customerID));
    if (!rows || !pending.rows.delete(idKey(customer.customerID))) return [];
    const hasPlanned = pending.withPlans.has(idKey(customer.customerID));
    return classifyRows(bulk, customer, rows, hasPlanned);
  });
}

/**
 * Searches for each customer, a few at the same time. Throws after too many consecutive errors, or after an error that
 * stops the run.
 */
async function search(work: BulkContext, pending: Pending): Promise<void> {
  const customers = [...pending.rows.values()];
  let failures = 0;
  for (let at = 0; at < customers.length; at += readAtOnce) {
    await assertHeld(work, "checking");
    const some = customers.slice(at, at + readAtOnce);
    const found = await Promise.all(some.map(([row]) => find(work, row?.customerID ?? "")));
    for (const [index, answer] of found.entries()) {
      const rows = some[index] ?? [];
      if (answer === undefined) continue;
      if ("customer" in answer) {
        failures = 0;
        await keep(work, take(work, pending, [answer.customer]));
        continue;
      }
      failures += 1;
      if (stopsRun(answer.error.code) || failures >= maxFailuresInRow) throw answer.error;
      const { message } = answer.error;
      await keep(
        work,
        rows.map((row) => unread(row, "unreadable", message)),
      );
      pending.rows.delete(idKey(rows[0]?.customerID ?? ""));
    }
  }
}

async function find(
  { services, run: bulk, client, call }: BulkContext,
  customerID: string,
): Promise<{ customer: Customer } | { error: AppError } | undefined> {
  const context = { services, environment: bulk.environment, client, call: { ...call, fresh: true } };
  try {
    // `pages: 0` allows only the search. Customers that no search finds are found later by one scan of the complete
    // list.
    return await findCustomer({ context, customerID, input: { pages: 0 } });
  } catch (thrown) {
    call.signal.throwIfAborted();
    const error = toAppError(thrown);
    return error.code === "customer_not_found_within_bound" || error.code === "not_found" ? undefined : { error };
  }
}
