import { randomUUID } from "node:crypto";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { AttentionRegistry } from "#server/bff/attention/attention-registry.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { attentionNotification, type NotificationSource } from "#server/bff/core/notification.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/** How long the console tries to deliver an event, in milliseconds. After that, the console stops trying. */
export const givenUpAfterMs = 3 * dayMs;

/** The maximum number of waiting events. */
const maxWaiting = 10_000;

/**
 * How long an event is remembered after its cause was last observed, in milliseconds. During this time the event is not
 * sent again.
 */
const rememberedMs = 90 * dayMs;

/**
 * The pause after a comparison of the open items with the stored events while something is written, in milliseconds. A
 * comparison sends more than a hundred statements.
 */
const everyMs = 15_000;

/** The pause while nothing is written, in milliseconds. An item can also begin at a time, or by a job of the API. */
const quietMs = 120_000;

/** The minimum time between two comparisons that also read the jobs from the API, in milliseconds. */
const readingEveryMs = 60_000;

/** The tables whose rows can be items or causes of items. What people do is also in the audit log. */
const tables = [
  "approvals",
  "auditChain",
  "bulks",
  "changeLimitRequests",
  "exportPush",
  "exportRuns",
  "exportSchedules",
  "freezes",
  "imports",
  "operations",
  "plannedChanges",
  "plannedSteps",
  "stoppedOutboxes",
] as const;

interface NotifierServices extends Pick<CoreServices, "clock" | "log" | "store" | "workerRuns" | "clients"> {
  attention: AttentionRegistry;
}

/**
 * Adds an event to the outbox for each new item that needs attention, and for the events of the sources. For this, the
 * open items are compared with the stored events. An item with the same cause always has the same event ID. So every
 * item is sent once, even after a crash and with several replicas.
 */
export function createAttentionNotifier(
  services: NotifierServices,
  sources: readonly NotificationSource[],
  wake: () => void,
): IntervalWorker {
  const { clock, log, store, clients, attention } = services;
  /** When the jobs were last read from the API, by the monotonic clock. */
  let readAtMs = Number.NEGATIVE_INFINITY;

  async function tidy(nowMs: number): Promise<void> {
    // After a restore, the outbox is stopped until a person restarts it. Until then, no waiting event is given up or
    // removed.
    if ((await store.notifications.state()).stoppedAt !== null) return;
    const givenUp = await store.notifications.giveUp(nowMs - givenUpAfterMs, maxWaiting, nowMs);
    if (givenUp > 0) log.error({ givenUp }, "notifications were given up: the receiver has not accepted them");
    await store.notifications.prune(nowMs - rememberedMs);
  }

  return createIntervalWorker(services, {
    name: "attention-notifier",
    everyMs,
    idle: { store, tables, minPauseMs: everyMs, dueInMs: async () => quietMs },
    async run() {
      const nowMs = clock.monotonic();
      const withoutAPI = nowMs - readAtMs < readingEveryMs;
      if (!withoutAPI) readAtMs = nowMs;
      for (const environment of clients.keys()) {
        const { items } = await attention.open({ environment, requestID: randomUUID(), withoutAPI });
        const notificationsOfSources = await Promise.all(sources.map((source) => source(environment)));
        const all = [...items.map(attentionNotification), ...notificationsOfSources.flat()];
        if (all.length > 0) await store.notifications.append(all, clock.now());
      }
      wake();
      await tidy(clock.now());
    },
    report: (error) => log.warn({ error: describeCause(error) }, "what waits for a person could not be told"),
  });
}
