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
 * How often the open items are compared with the stored events, in milliseconds. Every fourth comparison also reads the
 * jobs from the API.
 */
const everyMs = 15_000;
const runsPerReading = 4;

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
  let runs = 0;

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
    async run() {
      const withoutAPI = runs % runsPerReading !== 0;
      runs += 1;
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
