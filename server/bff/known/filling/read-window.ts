import { createHash } from "node:crypto";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { Reading } from "#server/api-client/call-context.ts";
import type { UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import type {
  CreationSpan,
  KnownWindow,
  LeftOutCustomer,
  WindowReading,
} from "#server/bff/store/known/known-windows.ts";

/** The number of customers that a call asks for: the API's maximum. */
export const pageLimit = 100;

/** The limits of reading one window. */
export interface WindowLimits {
  /** A window without an end is closed after this number of calls, as soon as a customer of a later day is read. */
  closeAfterCalls: number;
  /**
   * The maximum number of calls for reading one window. Without this limit, an API whose list never ends would be read
   * for ever.
   */
  maxCalls: number;
}

export const windowLimits: Readonly<WindowLimits> = { closeAfterCalls: 200, maxCalls: 20_000 };

/** How often a window is read again because its number of customers did not agree with the API's total. */
export const maxRepeats = 2;

/**
 * How often the read of a window goes back to earlier pages because the total has fallen. Without this limit, a total
 * that keeps rising and falling would block the read.
 */
const maxBacks = 10;

/** Creation times further in the future than this are ignored. Such a time must not become the end of a window. */
const maxAheadMs = 2 * dayMs;

/** The first window of an environment: all customers. */
export const firstWindow = (): KnownWindow => newWindow(earliestDate);

const newWindow = (firstDay: string): KnownWindow => ({
  firstDay,
  endDay: null,
  readFrom: null,
  readUntil: null,
  customers: 0,
  calls: 0,
  missing: 0,
  keptOut: 0,
  agrees: null,
  attempts: 0,
  reading: null,
});

/**
 * The order of all pages. Deleted customers are included, because otherwise each deletion would shift the later pages.
 */
const order = { sort: "created", ascending: true, includeDeleted: true } as const;

const lastDayOf = (endDay: string) => utcDay(startOfUtcDay(endDay) - dayMs);

/**
 * The query for a window's next page. The newest window has no end: new customers are added after the last page, so
 * they shift no page.
 */
export function pageQuery({ firstDay, endDay, reading }: KnownWindow): UpstreamCustomerQuery {
  const days = { datefrom: firstDay, ...(endDay === null ? {} : { dateto: lastDayOf(endDay) }) };
  return { ...order, ...days, limit: pageLimit, offset: reading?.offset ?? 0 };
}

/** The query for the number of customers in a closed window. */
export function totalQuery(window: KnownWindow): UpstreamCustomerQuery {
  return { ...pageQuery(window), limit: 1, offset: 0 };
}

/**
 * The query for the customers that were created within a day of this customer. An API may count days in another time
 * zone.
 */
export function dayQuery({ createdAt }: Pick<LeftOutCustomer, "createdAt">): UpstreamCustomerQuery {
  const days =
    createdAt === null
      ? { datefrom: earliestDate }
      : { datefrom: utcDay(Math.max(0, createdAt - dayMs)), dateto: utcDay(createdAt + dayMs) };
  return { ...order, ...days, limit: pageLimit, offset: 0 };
}

/** The query that searches a customer's name. Undefined if the name cannot be searched for. */
export function nameQuery(customer: LeftOutCustomer): UpstreamCustomerQuery | undefined {
  const searchTerm = customer.companyName.slice(0, maxSearchTermLength).trim();
  // Cutting a name may leave half a surrogate pair, which cannot be sent in a URL.
  return searchTerm === "" || !searchTerm.isWellFormed() ? undefined : { ...dayQuery(customer), searchTerm };
}

/** The API's answer to `pageQuery`. */
export interface WindowPage {
  customers: readonly Pick<Customer, "customerID" | "created">[];
  total: number;
}

const createdAtOf = ({ created }: Pick<Customer, "created">): number | null => {
  const atMs = created === undefined ? Number.NaN : Date.parse(created);
  return Number.isNaN(atMs) ? null : atMs;
};

const printOf = (page: WindowPage) =>
  createHash("sha256")
    .update(page.customers.map(({ customerID }) => idKey(customerID)).join("\n"))
    .digest("base64url")
    .slice(0, 16);

/**
 * Adds a page to the progress of reading a window, and returns the window. A window without an end is closed if it has
 * had `closeAfterCalls` calls and the page has a customer of a new day. Then the next window is returned too. It begins
 * on that day, so less than one page is read twice.
 */
export function takePage(
  window: KnownWindow,
  page: WindowPage,
  { sentMs, atMs }: Reading,
  { outside, keptOut = 0, limits = windowLimits }: { outside: number; keptOut?: number; limits?: WindowLimits },
): { window: KnownWindow; next: KnownWindow | null } {
  const before = window.reading;
  const { customers, total } = page;
  const offset = before?.offset ?? 0;
  const lastBefore = before?.lastCreatedAt ?? null;
  const fallen = Math.max((before?.total ?? total) - total, 0);
  const read = {
    phase: "pages",
    startedAt: before?.startedAt ?? sentMs,
    lastAt: atMs,
    calls: (before?.calls ?? 0) + 1,
    total,
    dropped: (before?.dropped ?? 0) + fallen,
    backs: before?.backs ?? 0,
    print: printOf(page),
  } as const;
  if (before !== null && fallen > 0 && offset > 0 && before.backs < maxBacks && customers.length > 0) {
    // The total has fallen by `fallen`, so up to that many customers may have moved from this page to earlier pages.
    // The read goes back by this number of rows.
    const back = { ...before, ...read, offset: Math.max(offset - fallen, 0), backs: before.backs + 1 };
    return { window: { ...window, reading: back }, next: null };
  }
  const times = customers.map(createdAtOf).filter((time) => time !== null && time <= atMs + maxAheadMs) as number[];
  const isInOrder = times.every((time, index) => index === 0 || time >= (times[index - 1] as number));
  const isRepeated = before !== null && customers.length > 0 && before.print === read.print;
  const isEndless = read.calls >= limits.maxCalls;
  const reading: WindowReading = {
    ...read,
    offset: offset + customers.length,
    outside: (before?.outside ?? 0) + outside,
    keptOut: (before?.keptOut ?? 0) + keptOut,
    lastCreatedAt: times.length === 0 ? lastBefore : Math.max(...times, lastBefore ?? Number.NEGATIVE_INFINITY),
    isSorted: (before?.isSorted ?? true) && isInOrder && isAfter(times.at(-1), lastBefore),
    isCut: (before?.isCut ?? false) || isRepeated || isEndless || (fallen > 0 && offset > 0),
  };
  if (isRepeated || isEndless || customers.length === 0 || reading.offset >= total) {
    const ended = { ...reading, phase: "count" as const, expected: total, isExact: true };
    return { window: { ...window, reading: ended }, next: null };
  }
  const day = reading.lastCreatedAt === null ? null : utcDay(Math.max(reading.lastCreatedAt, 0));
  const isNewDay = day !== null && day > window.firstDay && day > utcDay(Math.max(lastBefore ?? 0, 0));
  if (window.endDay === null && isNewDay && reading.isSorted && reading.calls >= limits.closeAfterCalls) {
    const closed: KnownWindow = { ...window, endDay: day, reading: { ...reading, phase: "compare" } };
    return { window: closed, next: newWindow(day) };
  }
  return { window: { ...window, reading }, next: null };
}

const isAfter = (time: number | undefined, before: number | null) =>
  time === undefined || before === null || time >= before;

/** Skips a page that cannot be read, for example because the API's answer is invalid. */
export function skipPage(window: KnownWindow, nowMs: number): KnownWindow {
  const { reading } = window;
  if (reading === null) return window;
  const offset = reading.offset + pageLimit;
  const skipped: WindowReading = { ...reading, offset, calls: reading.calls + 1, isCut: true, lastAt: nowMs };
  const isOver = offset >= reading.total;
  const ended = { ...skipped, phase: "count" as const, expected: reading.total, isExact: true };
  return { ...window, reading: isOver ? ended : skipped };
}

/**
 * Computes the expected number of customers of a window that has just been closed. It is the total before closing minus
 * the total of the next window.
 */
export function compareTotals(closed: KnownWindow, nextTotal: number): KnownWindow {
  if (closed.reading?.phase !== "compare") return closed;
  const expected = closed.reading.total - nextTotal;
  return { ...closed, reading: { ...closed.reading, phase: "count", expected, isExact: false } };
}

/** Stores the API's answer to `totalQuery` as the expected number of customers. */
export function takeTotal(window: KnownWindow, total: number): KnownWindow {
  if (window.reading === null) return window;
  return { ...window, reading: { ...window.reading, phase: "count", expected: total, isExact: true } };
}

/**
 * The range of creation times that the read of a window has covered. Newer customers may have been added to the newest
 * window since.
 */
export function spanOfReading({ from, to }: CreationSpan, { lastCreatedAt }: WindowReading): CreationSpan {
  return { from, to: lastCreatedAt === null ? to : Math.min(to, lastCreatedAt + 1) };
}

/** The result of `endReading`. */
export interface ReadWindow {
  window: KnownWindow;
  /** True if the count equals the API's total exactly. Otherwise, a customer that was not returned may still exist. */
  isProof: boolean;
}

/**
 * Ends the read of a window that has returned `counted` customers. If the API's total differs, the exact total is read
 * first. If the exact total differs too, the window is read again, at most `maxRepeats` times.
 */
export function endReading(window: KnownWindow, counted: number): ReadWindow {
  const { reading } = window;
  if (reading === null) return { window, isProof: false };
  const { expected = 0, isExact = true, dropped, isCut } = reading;
  // A customer that was removed after its page was read is counted here, but the last total does not include it.
  const agrees = !isCut && counted >= expected && counted <= expected + dropped;
  if (!agrees && !isExact && !isCut)
    return { window: { ...window, reading: { ...reading, phase: "ask" } }, isProof: false };
  const ended: KnownWindow = {
    ...window,
    readFrom: reading.startedAt,
    readUntil: reading.lastAt,
    customers: counted,
    keptOut: reading.keptOut,
    calls: reading.calls,
    agrees,
    // A list that ended early would end early again, so it gets no further attempt.
    attempts: agrees ? 0 : isCut ? maxRepeats + 1 : window.attempts + 1,
    reading: null,
  };
  return { window: ended, isProof: agrees && dropped === 0 };
}

/** True for a window that is read again because its last count did not agree with the API's total. */
export const isReadAgain = ({ agrees, attempts }: KnownWindow): boolean => agrees === false && attempts <= maxRepeats;
