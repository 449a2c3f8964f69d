import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import type { Reading } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CustomerPage, UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { settlingMs } from "#server/bff/store/known/causes.ts";
import {
  type CreationSpan,
  type FillingState,
  type KnownWindow,
  type LeftOutCustomer,
  readCreations,
  type SpanCount,
  spanOf,
  storeFilling,
  withCall,
} from "#server/bff/store/known/known-windows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { KnownCustomers } from "../known-customers.ts";
import { type FillingRules, type FillingStep, nextStep, pauseMs, withLeftOut } from "./next-step.ts";
import {
  compareTotals,
  dayQuery,
  endReading,
  firstWindow,
  nameQuery,
  pageLimit,
  pageQuery,
  skipPage,
  spanOfReading,
  takePage,
  takeTotal,
  totalQuery,
  type WindowLimits,
} from "./read-window.ts";

/** The name of the worker, also as a caller in the queue of calls. */
export const fillingName = "known-filling";

/** The pause after a failed step, in milliseconds. It doubles with each further failure. */
const firstBackoffMs = 5_000;
const maxBackoffMs = 10 * 60_000;

/**
 * The minimum time that a replica without the lease waits before it tries to take the lease again, in milliseconds. It
 * usually waits until the lease ends.
 */
const standbyMs = 5_000;

/**
 * After this time, the stored state is read again to find the next step, in milliseconds. A customer whose reading was
 * left out becomes due after the same time.
 */
const maxWaitMs = settlingMs;

/** How long a step waits while the API is paused or people's calls are queued, in milliseconds. */
const giveWayMs = 1_000;

/**
 * The maximum number of times that a customer is read again after one of its readings was left out (`LeftOutCustomer`).
 * Without this limit, the reading could repeat forever, because some APIs never show all stored members in their lists.
 */
const maxReadsAgain = 5;

/** A page that fails this many times in a row is skipped. The first page of a window is never skipped. */
const maxPageFailures = 5;

/**
 * The maximum number of new customers that are read without a pause. Further new customers are found when the windows
 * are read.
 */
const maxNewest = 1_000;

export interface FillingOptions {
  environment: Environment;
  client: Pick<ApiClient, "listCustomers" | "status">;
  known: Pick<KnownCustomers, "storePage">;
  /** A new ID for each process. */
  replicaID: string;
  rules: FillingRules;
  limits?: WindowLimits;
  /** Aborts calls when the console closes. */
  signal: AbortSignal;
}

export type EnvironmentFilling = ReturnType<typeof createEnvironmentFilling>;

/** Reads all customers of one environment, call by call. Only the replica that holds the lease makes calls. */
export function createEnvironmentFilling(
  {
    clock,
    log,
    store: { knownWindows: store },
    callTimeoutMs,
  }: Pick<CoreServices, "clock" | "log" | "callTimeoutMs"> & { store: Pick<CoreServices["store"], "knownWindows"> },
  { environment, client, known, replicaID, rules, limits, signal }: FillingOptions,
) {
  /**
   * The duration of a lease, in milliseconds. It is longer than a call with its retries and the storing of its page, and
   * than the usual minute between two calls. A call renews the lease, so nothing else has to.
   */
  const leaseMs = callTimeoutMs + 90_000;
  const renewAfterMs = (2 * leaseMs) / 3;
  /** The stored state as of this replica's last step. Undefined: the next step takes the lease first. */
  let held: FillingState | undefined;
  /** The times below are of the monotonic clock. */
  let renewAtMs = 0;
  let callAtMs = 0;
  let waitUntilMs = 0;
  /** When the next step is due. Until then, the store is not read, except to renew the lease. */
  let stepAtMs = 0;
  /** The step that is due at `stepAtMs`, with the windows. Undefined: they must be read again then. */
  let waiting: { step: FillingStep; windows: readonly KnownWindow[] } | undefined;
  /** The stored windows. Undefined: they must be read again. Only the replica that holds the lease changes them. */
  let storedWindows: readonly KnownWindow[] | undefined;
  /** The keys of the newest customers in the last answer. */
  let lastNewest: ReadonlySet<string> = new Set();
  let failures = 0;
  /** The number of failures of the current page. A page that has failed `maxPageFailures` times is skipped. */
  let pageFailures = 0;
  /** True after a page was skipped, until a call succeeds. Meanwhile no other page is skipped. */
  let hasSkipped = false;
  /** The customer that is read again: how often it was read, and whether a search for its name may find it. */
  let again = { of: "", reads: 0, isNamed: true };
  let calls = 0;

  function waitFor(ms: number): void {
    waitUntilMs = Math.max(waitUntilMs, clock.monotonic() + ms);
  }

  async function take(): Promise<boolean> {
    const state = await store.take(environment, replicaID, leaseMs);
    if (state === null) {
      held = undefined;
      waitFor(Math.max(await store.leaseEndsInMs(environment), standbyMs));
      return false;
    }
    if (held === undefined) {
      stepAtMs = 0;
      waiting = undefined;
      storedWindows = undefined;
      // Another process may have made a call just now. The clock of that process may be wrong, so the wait is at most
      // one pause.
      const sinceMs = Math.max(clock.now() - state.calledAt, 0);
      callAtMs = clock.monotonic() + Math.max(pauseMs(rules) - sinceMs, 0);
    }
    held = state;
    renewAtMs = clock.monotonic() + renewAfterMs;
    return true;
  }

  /** True if calls would wait or fail now, or if people's calls are queued. */
  async function givesWay(state: FillingState): Promise<boolean> {
    const { availability, queue, pausedResources } = client.status();
    const isPaused =
      availability !== "available" || pausedResources.some(({ resource }) => resource === "GET /customers");
    if (isPaused !== (state.pausedAt !== null)) {
      state.pausedAt = isPaused ? clock.now() : null;
      await store.pause(environment, replicaID, state.pausedAt);
    }
    if (isPaused || queue.waiting > 0) waitFor(giveWayMs);
    return isPaused || queue.waiting > 0;
  }

  /** Makes one call. Returns undefined if another replica has taken over. */
  async function read(
    state: FillingState,
    query: UpstreamCustomerQuery,
  ): Promise<{ page: CustomerPage; reading: Reading } | undefined> {
    const calledAt = clock.now();
    state.calledAt = calledAt;
    state.calls = withCall(state.calls, calledAt);
    callAtMs = clock.monotonic() + pauseMs(rules);
    if (!(await store.beginCall(environment, replicaID, { leaseMs, calledAt, calls: state.calls }))) {
      held = undefined;
      return undefined;
    }
    renewAtMs = clock.monotonic() + renewAfterMs;
    calls += 1;
    let reading: Reading | undefined;
    const page = await client.listCustomers(query, {
      requestID: randomUUID(),
      signal,
      caller: fillingName,
      isBackground: true,
      fresh: true,
      onReading: (times) => {
        reading = times;
      },
    });
    if (reading === undefined) throw new Error("A fresh answer has no reading");
    return { page, reading };
  }

  const holder = { environment, holder: replicaID };

  async function readPageOf(state: FillingState, step: KnownWindow, windows: readonly KnownWindow[]): Promise<void> {
    // If this replica's clock is behind the time of the API's last answer, new answers would look older than stored
    // answers. In that case, the window is read again from its first page.
    const isBehind = step.reading !== null && clock.now() < step.reading.lastAt;
    const window = isBehind ? { ...step, reading: null } : step;
    const answer = await read(state, pageQuery(window));
    if (answer === undefined) return;
    const { page, reading } = answer;
    const { from, to } = spanOf(window);
    const ids = page.customers.map(({ customerID }) => customerID);
    const closed = windows.find(({ endDay, reading: one }) => one?.phase === "compare" && endDay === window.firstDay);
    const compared = closed && window.reading === null ? compareTotals(closed, page.total) : undefined;
    const others = windows
      .filter(({ firstDay }) => firstDay !== window.firstDay)
      .map((one) => (compared?.firstDay === one.firstDay ? compared : one));
    const total = others.reduce((sum, one) => sum + (one.reading?.expected ?? one.customers), page.total);
    await keep(page, reading, async (transaction) => {
      const stored = await readCreations(transaction, environment, ids);
      const counted = [...stored.values()].filter((time) => time !== null && time >= from && time < to);
      const shown = new Set(ids.map(idKey)).size;
      const facts = { outside: shown - counted.length, keptOut: shown - stored.size };
      const taken = takePage(window, page, reading, { ...facts, ...(limits && { limits }) });
      await storeFilling(transaction, holder, {
        windows: [compared, taken.window, taken.next].filter((one) => one != null),
        ...(window.endDay === null && { total }),
      });
    });
  }

  /** Stores a page and the progress in one transaction. */
  async function keep(
    { customers }: CustomerPage,
    reading: Reading,
    alongside: (transaction: Transaction<ConsoleSchema>) => Promise<void>,
  ): Promise<void> {
    if (customers.length === 0) await store.transact(alongside);
    else await known.storePage(customers, reading, alongside);
  }

  async function readNewest(state: FillingState, offset: number): Promise<void> {
    const order = { sort: "created", ascending: false, includeDeleted: true, datefrom: earliestDate } as const;
    const answer = await read(state, { ...order, limit: pageLimit, offset });
    if (answer === undefined) return;
    const { page, reading } = answer;
    const ids = page.customers.map(({ customerID }) => customerID);
    const next = offset + ids.length;
    // If the last answer had one of these customers, all customers behind it are known.
    const isRepeated = ids.some((customerID) => lastNewest.has(idKey(customerID)));
    lastNewest = new Set(ids.map(idKey));
    const isAllNew =
      !isRepeated &&
      ids.length > 0 &&
      next < page.total &&
      next < maxNewest &&
      (await store.unknown(environment, ids)).length === ids.length;
    const newest = { at: clock.now(), offset: isAllNew ? next : 0 };
    await keep(page, reading, (transaction) => storeFilling(transaction, holder, { newest, total: page.total }));
    state.newest = newest;
  }

  /**
   * Reads a customer again whose last reading was left out (`LeftOutCustomer`). The customer is searched by its name.
   * If this does not find the customer, the next step reads its day of creation.
   */
  async function readAgain(state: FillingState, customer: LeftOutCustomer): Promise<void> {
    const of = `${customer.customerID} ${customer.leftOutAt}`;
    if (again.of !== of) again = { of, reads: 0, isNamed: true };
    const byName = again.isNamed ? nameQuery(customer) : undefined;
    const answer = await read(state, byName ?? dayQuery(customer));
    if (answer === undefined) return;
    const { page, reading } = answer;
    await keep(page, reading, (transaction) => storeFilling(transaction, holder, {}));
    again.reads += 1;
    const isShown = page.customers.some(({ customerID }) => idKey(customerID) === idKey(customer.customerID));
    if (!isShown && byName) again.isNamed = false;
    const isAbsent = !isShown && !byName;
    if (isAbsent || again.reads >= maxReadsAgain) await store.forgetLeftOut(environment, customer);
  }

  async function askTotal(state: FillingState, window: KnownWindow): Promise<void> {
    const answer = await read(state, totalQuery(window));
    if (answer === undefined) return;
    await store.save(environment, replicaID, { windows: [takeTotal(window, answer.page.total)] });
  }

  /** Calls `work` for parts of a span. The parts are small, so that the event loop is not blocked for long. */
  async function inParts(span: CreationSpan, work: (part: CreationSpan) => Promise<void>): Promise<void> {
    for (let { from } = span; ; ) {
      signal.throwIfAborted();
      const end = await store.nextPart(environment, { from, to: span.to });
      await work({ from, to: end ?? span.to });
      // A SQLite call does not yield to other events, so the loop yields here.
      await setImmediate();
      if (end === null) return;
      from = end;
    }
  }

  async function countSpan(span: CreationSpan, since: number): Promise<SpanCount> {
    const sum = { seen: 0, unseen: 0 };
    await inParts(span, async (part) => {
      const { seen, unseen } = await store.count(environment, part, since);
      sum.seen += seen;
      sum.unseen += unseen;
    });
    return sum;
  }

  /**
   * Marks customers as missing if the complete read of a window has not returned them. The API's days may begin at
   * another hour than UTC days. So a customer of the first or the last day may belong to the neighbouring window.
   */
  async function markMissing(window: KnownWindow, windows: readonly KnownWindow[]): Promise<void> {
    const { from, to } = spanOf(window);
    const index = windows.findIndex(({ firstDay }) => firstDay === window.firstDay);
    const since = window.readFrom ?? 0;
    const sinceOf = (neighbour: KnownWindow | undefined) =>
      neighbour === undefined ? since : neighbour.agrees ? Math.min(neighbour.readFrom ?? 0, since) : 0;
    const [before, after] = [sinceOf(windows[index - 1]), sinceOf(windows[index + 1])];
    const [left, right] = [Math.min(from + dayMs, to), Math.max(to - dayMs, from)];
    const bounds = [...new Set([from, left, right, to])].sort((a, b) => a - b);
    for (const [place, start] of bounds.slice(0, -1).entries()) {
      const part = { from: start, to: bounds[place + 1] ?? to };
      const unseenSince = Math.min(since, start < left ? before : since, part.to > right ? after : since);
      if (unseenSince === 0) continue;
      const missingAt = window.readUntil ?? clock.now();
      await inParts(part, (one) => store.markMissing(environment, one, { unseenSince, missingAt }));
    }
  }

  async function countWindow(window: KnownWindow, windows: readonly KnownWindow[]): Promise<void> {
    const { reading } = window;
    if (reading === null) return;
    const span = spanOf(window);
    const { seen } = await countSpan(spanOfReading(span, reading), reading.startedAt);
    const ended = endReading(window, seen + reading.outside);
    if (ended.isProof) await markMissing(ended.window, windows);
    if (ended.window.reading === null) {
      const { unseen } = await countSpan(span, reading.startedAt);
      ended.window.missing = ended.isProof ? unseen : window.missing;
    }
    await store.save(environment, replicaID, { windows: [ended.window] });
    const { firstDay, endDay, agrees, attempts, customers } = ended.window;
    if (ended.window.reading === null && !agrees) {
      const { expected } = reading;
      log.info({ environment, firstDay, endDay, expected, customers, attempts }, "a list of customers was incomplete");
    }
  }

  async function perform(state: FillingState, step: FillingStep, windows: readonly KnownWindow[]): Promise<void> {
    if (step.kind === "count") return countWindow(step.window, windows);
    if (step.kind === "ask") return askTotal(state, step.window);
    if (step.kind === "newest") return readNewest(state, step.offset);
    if (step.kind === "customer") return readAgain(state, step.customer);
    return readPageOf(state, step.window, windows);
  }

  async function fail(error: unknown, step: FillingStep | undefined): Promise<void> {
    if (signal.aborted) return;
    // The next run reads the stored state again. Another replica may have taken over, or the page may have been stored.
    held = undefined;
    if (isAppError(error) && error.code === "run_moved") return;
    failures += 1;
    waitFor(Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs));
    if (failures === 1) log.warn({ environment, error: describeCause(error) }, "customers could not be read");
    pageFailures += isAppError(error) && ofOnePage.has(error.code) ? 1 : 0;
    if (pageFailures < maxPageFailures || hasSkipped || step?.kind !== "page" || step.window.reading === null) return;
    hasSkipped = true;
    pageFailures = 0;
    await store.save(environment, replicaID, { windows: [skipPage(step.window, clock.now())] });
  }

  async function readNextStep(
    state: FillingState,
  ): Promise<{ step: FillingStep; windows: readonly KnownWindow[] } | undefined> {
    storedWindows ??= await store.list(environment);
    const isEmpty = storedWindows.length === 0;
    const windows = isEmpty ? [firstWindow()] : storedWindows;
    const step = withLeftOut(
      nextStep(windows, state.newest, rules, clock.now()),
      isEmpty ? null : await store.leftOut(environment),
    );
    return step && { step, windows };
  }

  /** Performs the next step if it is due now. Returns the number of milliseconds until the next step may be due. */
  async function run(): Promise<number> {
    let step: FillingStep | undefined;
    try {
      if (clock.monotonic() < waitUntilMs) return waitUntilMs - clock.monotonic();
      if ((held === undefined || clock.monotonic() >= renewAtMs) && !(await take()))
        return waitUntilMs - clock.monotonic();
      if (clock.monotonic() < stepAtMs) return stepAtMs - clock.monotonic();
      const state = held as FillingState;
      const read = waiting ?? (await readNextStep(state));
      waiting = undefined;
      if (read === undefined) return giveWayMs;
      ({ step } = read);
      const { windows } = read;
      const waitMs = Math.max(step.dueMs - clock.now(), step.kind === "count" ? 0 : callAtMs - clock.monotonic());
      if (waitMs > 0) {
        stepAtMs = clock.monotonic() + Math.min(waitMs, maxWaitMs);
        if (waitMs <= maxWaitMs) waiting = read;
        return waitMs;
      }
      if (step.kind !== "count" && (await givesWay(state))) {
        waiting = read;
        return giveWayMs;
      }
      if (step.kind !== "newest") storedWindows = undefined;
      await perform(state, step, windows);
      if (step.kind !== "count") {
        failures = 0;
        pageFailures = 0;
        hasSkipped = false;
      }
      return 0;
    } catch (error) {
      await fail(error, step);
      return Math.max(waitUntilMs - clock.monotonic(), 0);
    }
  }

  return {
    run,
    /** The number of calls of this process. */
    calls: () => calls,
    /** Tries to take the lease now, because another replica may have released it. */
    leaseReleased(): void {
      if (held === undefined && failures === 0) waitUntilMs = 0;
    },
    async release(): Promise<void> {
      held = undefined;
      await store.release(environment, replicaID);
    },
  };
}

/** Errors that a single page may cause. Other pages may still be readable. */
const ofOnePage: ReadonlySet<AppError["code"]> = new Set(["upstream_malformed", "upstream_refused", "upstream_failed"]);
