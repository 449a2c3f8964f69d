import { randomUUID } from "node:crypto";
import type { AttentionRegistry } from "#server/bff/attention/attention-registry.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { attentionNotification, type NotificationSource } from "#server/bff/core/notification.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** What a receiver has not accepted for so long is given up: by then the page has long shown it. */
export const givenUpAfterMs = 3 * dayMs;

/** More never wait at once. */
const maxWaiting = 10_000;

/** For how long an event is remembered after its cause was seen last, so that it is not told twice. */
const rememberedMs = 90 * dayMs;

/** How soon the registry is compared again; every fourth time with the API's jobs. */
const everyMs = 15_000;
const runsPerReading = 4;

interface NotifierServices extends Pick<CoreServices, "clock" | "log" | "store" | "workerRuns" | "clients"> {
  attention: AttentionRegistry;
}

/**
 * Puts an event into the outbox for each item that begins to wait for a person, and for what the sources have. It compares what is open with what was
 * told, by one ID for each item and cause, so that whatever stands in the store is told after a crash, too, and once,
 * however many replicas compare.
 */
export function createAttentionNotifier(
  services: NotifierServices,
  sources: readonly NotificationSource[],
  wake: () => void,
): IntervalWorker {
  const { clock, log, store, clients, attention } = services;
  let runs = 0;

  async function tidy(nowMs: number): Promise<void> {
    // What a restore has stopped waits for a person, however long.
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
        const told = await Promise.all(sources.map((source) => source(environment)));
        const all = [...items.map(attentionNotification), ...told.flat()];
        if (all.length > 0) await store.notifications.append(all, clock.now());
      }
      wake();
      await tidy(clock.now());
    },
    report: (error) => log.warn({ error: describeCause(error) }, "what waits for a person could not be told"),
  });
}
