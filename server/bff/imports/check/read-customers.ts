import { setImmediate } from "node:timers/promises";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { ComparedWith } from "#lib/contract/operations/imports.ts";
import { dayMs, utcDay } from "#lib/contract/values/calendar.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { allCustomersQuery } from "#server/bff/customers/scan-for-customer.ts";
import { walkCustomers } from "#server/bff/customers/walk-customers.ts";
import type { ImportContext } from "#server/bff/imports/import-kind.ts";
import { totalQuery } from "#server/bff/known/filling/read-window.ts";
import { assertHeld } from "#server/bff/runs/run-context.ts";
import { customerOfRow } from "#server/bff/store/known/known-rows.ts";
import { type CreationSpan, type KnownWindow, spanOf } from "#server/bff/store/known/known-windows.ts";
import { RunEnded } from "#server/bff/store/runs/lease.ts";

/** The maximum number of pages of 100 that one check reads from the API. */
const maxPages = 1_000;

/** The number of rows that are read from the store at once. More would block the event loop on SQLite. */
const rowsAtOnce = 500;

const allOldestFirst = { ...allCustomersQuery, ascending: true };

/** What one check has read. */
interface Reading {
  work: ImportContext;
  /** True for a customer that resembles a row. Only these are remembered. */
  isWanted: (customer: Customer) => boolean;
  onCustomer: (customer: Customer) => void;
  /** The number of pages and of customers that were read from the API. */
  pages: number;
  read: number;
}

/** What the record of known customers has of a window of creation days. */
interface RecordedWindow {
  query: UpstreamCustomerQuery;
  span: CreationSpan;
  /** The number of customers that were read lately. */
  count: number;
  oldestSeenAt: number;
  wanted: Customer[];
}

/** The customers that were read, and why they are not all. */
export interface ReadCustomers {
  incomplete: string | null;
  comparedWith: ComparedWith;
}

/**
 * Passes each customer that resembles a row to `onCustomer`, deleted ones too. A window of creation days comes from the
 * record of known customers if the record has as many customers of it as the API, each of them read within the
 * configured maximum age. All others are read from the API, and so are the newest customers. If the API does not answer,
 * the record is read alone, and the result is incomplete.
 *
 * After a restore the record may be as old as the backup, so everything is read from the API.
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
 * How reading a list has ended: all of it was read, the API has returned fewer customers than it says that it has, or
 * the maximum number of pages was read.
 */
type End = "whole" | "short" | "cut";

/** The error of a call of the API as a reason why a comparison is incomplete. Throws all other errors. */
export function failureOf({ call }: Pick<ImportContext, "call">, error: unknown): { failure: string } {
  if (error instanceof RunEnded || call.signal.aborted || !isAppError(error)) throw error;
  return { failure: `The comparison with existing customers could not finish: ${error.message}` };
}

const nothingRecorded: { windows: RecordedWindow[]; newest?: string } = { windows: [] };

/** The windows of the record, and the first of the days that are read from the API in any case. */
async function recordedWindows({
  services,
  run: { environment },
}: ImportContext): Promise<{ windows: RecordedWindow[]; newest?: string }> {
  if (!services.isKnownOn) return nothingRecorded;
  const windows = (await services.store.knownWindows.list(environment)).filter(({ readFrom }) => readFrom !== null);
  const last = windows.at(-1);
  if (last?.readFrom == null || last.endDay !== null) return nothingRecorded;
  // One day earlier, because the time zone in which an API counts its days is not known.
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

/** Reads the record once, and remembers the customers that resemble a row. */
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

/** The windows of which the record has as many customers as the API. */
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

/** Passes on the customers of the record, and says what was compared. */
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
