import { setImmediate } from "node:timers/promises";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { ComparedWith } from "#lib/contract/operations/imports.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { walkCustomers } from "#lib/customers/walk-customers.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { allCustomersQuery } from "#server/bff/customers/scan-for-customer.ts";
import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { totalQuery } from "#server/bff/known/filling/read-window.ts";
import { assertHeld } from "#server/bff/runs/run-context.ts";
import { customerOfRow } from "#server/bff/store/known/known-rows.ts";
import { type CreationSpan, type KnownWindow, spanOf } from "#server/bff/store/known/known-windows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";

/** The maximum number of pages that one check reads from the API. A page has 100 customers. */
const maxPages = 1_000;

/** The number of rows that are read from the store at once. On SQLite, more would block the event loop. */
const rowsAtOnce = 500;

const allOldestFirst = { ...allCustomersQuery, ascending: true };

/** The progress of reading the customers for one check. */
interface Reading {
  work: ImportContext;
  /** True for a customer that resembles a row. Only such customers are remembered. */
  isWanted: (customer: Customer) => boolean;
  onCustomer: (customer: Customer) => void;
  /** The number of pages and of customers that were read from the API. */
  pages: number;
  read: number;
}

/** The stored customers of a window of creation days. */
interface RecordedWindow {
  query: UpstreamCustomerQuery;
  span: CreationSpan;
  /** The number of stored customers that were read within the maximum age. */
  count: number;
  oldestSeenAt: number;
  wanted: Customer[];
}

/** `incomplete` says why not all customers were read. Null if all customers were read. */
export interface ReadCustomers {
  incomplete: string | null;
  comparedWith: ComparedWith;
}

/**
 * Passes each customer that resembles a row to `onCustomer`, including deleted customers.
 *
 * A window of creation days is read from the store of known customers if two conditions are met: the store has as many
 * customers as the API, and each customer was read within the configured maximum age. All other windows and the newest
 * customers are read from the API. If the API does not answer, only the store is read, and the result is incomplete.
 *
 * After a restore, the store may be as old as the backup, so all customers are read from the API.
 */
export async function readCustomers(
  work: ImportContext,
  { isWanted, onCustomer }: Pick<Reading, "isWanted" | "onCustomer">,
): Promise<ReadCustomers> {
  const reading: Reading = { work, isWanted, onCustomer, pages: 0, read: 0 };
  const { windows, newest } = work.run.restoredAt === null ? await recordedWindows(work) : nothingRecorded;
  await readRecord(reading, windows);
  let recorded: readonly RecordedWindow[] = windows;
  let total: number | undefined;
  try {
    if (newest === undefined) {
      const all = await walk(reading, allOldestFirst);
      return result(reading, { ...all, recorded });
    }
    total = await totalOf(reading, allOldestFirst);
    let { end } = await walk(reading, { ...allOldestFirst, datefrom: newest });
    const sum = () => recorded.reduce((count, one) => count + one.count, reading.read);
    if (end === "whole" && sum() !== total) {
      recorded = await completeWindows(reading, windows);
      for (const one of windows) {
        if (end === "whole" && !recorded.includes(one)) end = (await walk(reading, one.query)).end;
      }
      if (end === "whole" && sum() < total) end = "short";
    }
    return result(reading, { recorded, total, end });
  } catch (error) {
    return result(reading, { recorded, total, end: failureOf(work, error) });
  }
}

/**
 * How reading a list ended. Whole: the list was read completely. Short: the API returned fewer customers than its
 * total. Cut: the maximum number of pages was reached.
 */
type End = "whole" | "short" | "cut";

/** Converts an error of an API call to the reason why a comparison is incomplete. Throws all other errors. */
export function failureOf({ call }: Pick<ImportContext, "call">, error: unknown): { failure: string } {
  if (error instanceof RunEnded || call.signal.aborted || !isAppError(error)) throw error;
  return { failure: `The comparison with existing customers could not finish: ${error.message}` };
}

const nothingRecorded: { windows: RecordedWindow[]; newest?: string } = { windows: [] };

/** The windows in the store, and the first day that is always read from the API. */
async function recordedWindows({
  services,
  run: { environment },
}: ImportContext): Promise<{ windows: RecordedWindow[]; newest?: string }> {
  if (!services.isKnownOn) return nothingRecorded;
  const windows = (await services.store.knownWindows.list(environment)).filter(({ readFrom }) => readFrom !== null);
  const last = windows.at(-1);
  if (last?.readFrom == null || last.endDay !== null) return nothingRecorded;
  // Begins one day earlier, because it is not known in which time zone the API counts days.
  const newest = utcDay(last.readFrom - dayMs);
  const cut: KnownWindow[] = windows.map((one) => (one === last ? { ...one, endDay: newest } : one));
  return {
    newest,
    windows: cut
      .filter(({ firstDay, endDay }) => endDay !== null && firstDay < endDay)
      .map((one) => ({
        query: totalQuery(one),
        span: spanOf(one),
        count: 0,
        oldestSeenAt: Number.POSITIVE_INFINITY,
        wanted: [],
      })),
  };
}

/** Reads the store of known customers once, and remembers the customers that resemble a row. */
async function readRecord({ work, isWanted }: Reading, windows: readonly RecordedWindow[]): Promise<void> {
  const { services, run } = work;
  if (windows.length === 0) return;
  const seenSince = services.clock.now() - services.knownMaxAgeMs;
  for (let after = ""; ; ) {
    await assertHeld(work, "checking");
    const rows = await services.store.knownRows.after(run.environment, after, rowsAtOnce);
    for (const row of rows) {
      const { createdAt, state, missingAt, seenAt } = row;
      const isUsable = createdAt !== null && state !== null && missingAt === null && seenAt >= seenSince;
      const window = isUsable && windows.find(({ span }) => createdAt >= span.from && createdAt < span.to);
      if (!window) continue;
      window.count += 1;
      window.oldestSeenAt = Math.min(window.oldestSeenAt, seenAt);
      const customer = customerOfRow(row);
      if (isWanted(customer)) window.wanted.push(customer);
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.customerKey;
    await setImmediate();
  }
}

async function totalOf({ work }: Reading, query: UpstreamCustomerQuery): Promise<number> {
  await assertHeld(work, "checking");
  const { client, call } = work;
  return (await client.listCustomers({ ...query, limit: 1, offset: 0 }, { ...call, fresh: true })).total;
}

/** The windows in which the store has as many customers as the API. */
async function completeWindows(
  reading: Reading,
  windows: readonly RecordedWindow[],
): Promise<readonly RecordedWindow[]> {
  const complete: RecordedWindow[] = [];
  for (const one of windows) if ((await totalOf(reading, one.query)) === one.count) complete.push(one);
  return complete;
}

/** Reads a list of customers from the API, oldest first. */
async function walk(reading: Reading, query: UpstreamCustomerQuery): Promise<{ total: number; end: End }> {
  const { work, isWanted, onCustomer } = reading;
  const { client, call } = work;
  const parts = walkCustomers((page) => client.listCustomers({ ...query, ...page }, { ...call, fresh: true }));
  let total = 0;
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) return { total, end: next.value.complete ? "whole" : "short" };
    await assertHeld(work, "checking");
    total = next.value.total;
    for (const customer of next.value.customers) if (isWanted(customer)) onCustomer(customer);
    reading.read += next.value.customers.length;
    reading.pages += 1;
    if (reading.pages >= maxPages && next.value.to < total) return { total, end: "cut" };
  }
}

/** Passes the stored customers to `onCustomer`, and says what the rows were compared with. */
function result(
  { onCustomer, read }: Reading,
  {
    recorded,
    total,
    end,
  }: { recorded: readonly RecordedWindow[]; total: number | undefined; end: End | { failure: string } },
): ReadCustomers {
  for (const { wanted } of recorded) for (const customer of wanted) onCustomer(customer);
  const count = recorded.reduce((sum, one) => sum + one.count, 0);
  const oldest = Math.min(...recorded.map(({ oldestSeenAt }) => oldestSeenAt));
  const texts: Record<End, string | null> = {
    whole: null,
    short: "The API does not return its whole list of customers.",
    cut: `Only ${formatCount(read + count)} of ${formatCount(total ?? 0)} customers were compared.`,
  };
  return {
    incomplete: typeof end === "string" ? texts[end] : end.failure,
    comparedWith: {
      read,
      recorded: count,
      ...(total !== undefined && { total }),
      ...(Number.isFinite(oldest) && { oldestSeenAt: new Date(oldest).toISOString() }),
    },
  };
}
