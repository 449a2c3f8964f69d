import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { hourMs, minuteMs } from "#lib/contract/values/time-units.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { viewDefinition } from "#lib/url-state/customers-view.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { indexFilters } from "#server/bff/customers/list-known.ts";
import type { KnownRow } from "#server/bff/store/known/known-rows.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import {
  maxNamed,
  type ViewDifference,
  type ViewEvaluation,
  type ViewSubscriptionRow,
} from "#server/bff/store/view-subscriptions.ts";
import type { StoredView } from "#server/bff/store/views.ts";
import { filtersOfView } from "../evaluate/view-filters.ts";
import { walkView } from "../evaluate/walk-view.ts";

/**
 * How often a view is evaluated, in milliseconds. `known`: from the store of known customers, without a call. `api`:
 * from the API's list, if the console does not store known customers. `refused`: the person may not use the environment
 * now.
 */
const evaluatedEveryMs = { known: minuteMs, api: hourMs, refused: hourMs };

/**
 * The maximum number of calls an hour that evaluations may need in one environment, without known customers. After an
 * evaluation, the next one waits as long as its calls allow. With many subscriptions, each is then evaluated less often
 * than once an hour.
 */
export const maxReadCallsPerHour = 600;

/** How long a replica may evaluate before another one tries, in milliseconds. */
const claimMs = 10 * minuteMs;

/** The maximum number of customers in a subscribed view. */
const maxMembers = 10_000;

/** The maximum number of customers that one evaluation reads from the API. This is 100 calls. */
const maxReadFromApi = 10_000;

/**
 * The worker that evaluates subscribed views. One replica claims an evaluation, and stores its result and the
 * notifications in one transaction, so each difference is notified once (docs/decisions/0081-customers-of-a-view.md).
 */
export function createViewWatcher(services: CustomerServices): IntervalWorker {
  const { clock, log, clients, store, isKnownOn } = services;
  const { viewSubscriptions } = store;
  const environments = [...clients.keys()];

  async function evaluateOne(): Promise<boolean> {
    const nowMs = clock.now();
    const untilMs = nowMs + claimMs;
    const claim = await viewSubscriptions.claim(environments, { nowMs, untilMs, readsApi: !isKnownOn });
    if (!claim) return false;
    const calls = { count: 0 };
    try {
      await evaluateClaimed(claim, calls);
    } finally {
      if (!isKnownOn) {
        const nextAt = clock.now() + (calls.count * hourMs) / maxReadCallsPerHour;
        await viewSubscriptions.endRead({ environment: claim.environment, untilMs, nextAt });
      }
    }
    return true;
  }

  async function evaluateClaimed(claim: ViewSubscriptionRow, calls: ReadCalls): Promise<void> {
    const { staffID, viewID } = claim;
    const view = await store.views.find(staffID, viewID);
    // The view was deleted, or is no longer shared with this person.
    if (!view) {
      await viewSubscriptions.remove(claim);
      return;
    }
    const evaluation = await evaluate(claim, view, calls);
    const pauseMs = "isReset" in evaluation ? evaluatedEveryMs.refused : evaluatedEveryMs[isKnownOn ? "known" : "api"];
    await viewSubscriptions.settle(claim, evaluation, clock.now() + pauseMs, (difference, known) =>
      notificationsOf(claim, view, difference, known),
    );
  }

  async function evaluate(claim: ViewSubscriptionRow, view: StoredView, calls: ReadCalls): Promise<ViewEvaluation> {
    const { environment, staffID } = claim;
    const evaluatedAt = clock.now();
    const query = viewDefinition(view.query);
    if (!(await store.staff.hasPermission({ staffID, environment }, evaluatedAt))) {
      return { problem: `You have no access to ${environment}.`, problemAt: evaluatedAt, isReset: true };
    }
    try {
      const customerKeys = isKnownOn
        ? await readKnown(environment, staffID, query)
        : await readFromApi(environment, staffID, query, calls);
      return { query, customerKeys, evaluatedAt };
    } catch (error) {
      watcher.signal.throwIfAborted();
      if (!isAppError(error) || error.code === "store_unavailable") throw error;
      return { problem: error.message, problemAt: evaluatedAt };
    }
  }

  /** The customers of the view in the store of known customers. Throws if the store does not have all customers. */
  async function readKnown(environment: Environment, staffID: string, query: string): Promise<string[]> {
    const nowMs = clock.now();
    const { signal } = watcher;
    const context = { services, environment, requestID: randomUUID(), signal, session: { staff: { staffID } } };
    const { keys, total, known } = await services.knownIndex.query(environment, {
      filters: await indexFilters(context, filtersOfView(query, nowMs)),
      sort: "created",
      ascending: true,
      limit: maxMembers,
      offset: 0,
      nowMs,
    });
    const listed = (await store.knownWindows.total(environment)) ?? services.knownIndex.total(environment);
    if (listed === undefined || known < listed) {
      const of = listed === undefined ? "" : ` of ${formatCount(listed)}`;
      throw incomplete(`Switchboard has read ${formatCount(known)}${of} customers so far.`);
    }
    if (total > maxMembers) throw tooLarge();
    return keys;
  }

  /** Reads the customers of the view from the API. Sends nothing while the API is not available. */
  async function readFromApi(
    environment: Environment,
    staffID: string,
    query: string,
    calls: ReadCalls,
  ): Promise<string[]> {
    const { signal } = watcher;
    const context = { services, environment, requestID: randomUUID(), signal, session: { staff: { staffID } } };
    const { client, call } = requestAPI(context);
    if (client.status().availability !== "available") throw incomplete("The API is not available.");
    const keys: string[] = [];
    const counted = {
      ...client,
      listCustomers(...given: Parameters<typeof client.listCustomers>) {
        calls.count += 1;
        return client.listCustomers(...given);
      },
    };
    const view = { services, environment, client: counted, call: { ...call, caller: watcherName }, staffID };
    const parts = walkView(view, query, { maxRead: maxReadFromApi });
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) {
        if (next.value.complete) return keys;
        throw incomplete("The API does not return the whole list.");
      }
      keys.push(...next.value.customers.map(({ customerID }) => idKey(customerID)));
      if (keys.length > maxMembers) throw tooLarge();
    }
  }

  const watcher = createIntervalWorker(services, {
    name: watcherName,
    everyMs: 2_000,
    idle: {
      store,
      tables: ["viewSubscriptions"],
      dueInMs: async () => msUntil(clock, await viewSubscriptions.nextDueAt(environments, !isKnownOn)),
    },
    async run() {
      while (!watcher.signal.aborted && (await evaluateOne()));
    },
    report: (error) => log.warn({ error: describeCause(error) }, "a view could not be evaluated"),
  });
  return watcher;
}

/** Counts the calls of one evaluation. */
interface ReadCalls {
  count: number;
}

const watcherName = "view-watcher";

const incomplete = (why: string) =>
  new AppError("upstream_malformed", `The customers in the view are not known completely: ${why}`);

const tooLarge = () =>
  new AppError(
    "invalid_request",
    `The view has more than ${formatCount(maxMembers)} customers. Choose a view with fewer customers.`,
  );

/** The notifications of a difference: one for each customer, or one with the number if there are many. */
function notificationsOf(
  { environment, viewID, staffID, version }: ViewSubscriptionRow,
  { name }: StoredView,
  { entered, left }: ViewDifference,
  known: ReadonlyMap<string, KnownRow>,
): AnyOwnNotification[] {
  const about = { kind: "view", environment, to: { staffIDs: [staffID] }, by: null } as const;
  const keyOf = (state: string, customers: string) => `view ${viewID} ${state} ${version} ${customers}`;
  if (entered.length + left.length > maxNamed) {
    const several = (state: "entered-many" | "left-many", { length }: readonly string[]): AnyOwnNotification => ({
      ...about,
      state,
      key: keyOf(state, "many"),
      title: `${formatCount(length)} customers, “${name}”`,
      href: pages.customers(environment, new URLSearchParams({ view: viewID })),
    });
    return [
      ...(entered.length > 0 ? [several("entered-many", entered)] : []),
      ...(left.length > 0 ? [several("left-many", left)] : []),
    ];
  }
  const separate = (state: "entered" | "left", keys: readonly string[]) =>
    keys.map((customerKey): AnyOwnNotification => {
      const { companyName = "", customerID = customerKey } = known.get(customerKey) ?? {};
      return {
        ...about,
        state,
        key: keyOf(state, customerKey),
        title: `${companyName || customerID}, “${name}”`,
        customerID,
        href: pages.customer(environment, customerID),
      };
    });
  return [...separate("entered", entered), ...separate("left", left)];
}
