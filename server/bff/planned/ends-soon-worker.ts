import { maxOpenPlanned } from "#lib/contract/values/operations/planned-states.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { endsSoonNotification } from "#server/bff/store/planned/planned-own-notifications.ts";
import { endOf, endsSoonMs } from "./planned-notifications.ts";

const everyMs = 10 * 60_000;

/** Notifies people when a temporary change of theirs ends within 24 hours. Each end gets one notification. */
export function createEndsSoonWorker(
  services: Pick<CoreServices, "clock" | "log" | "store" | "clients" | "workerRuns">,
): IntervalWorker {
  const { log, store, clients } = services;
  return createIntervalWorker(services, {
    name: "planned-ends-soon",
    everyMs,
    async run() {
      const nowMs = await store.planned.now();
      const page = { sort: "at", ascending: true, limit: maxOpenPlanned, offset: 0 } as const;
      const toMs = nowMs + endsSoonMs;
      for (const environment of clients.keys()) {
        const { planned } = await store.planned.list({ environment, isOpen: true, states: ["scheduled"], toMs }, page);
        const ending = planned.flatMap((change) => {
          const endsAtMs = endOf(change);
          return endsAtMs === undefined || endsAtMs > toMs ? [] : [endsSoonNotification(change, endsAtMs)];
        });
        if (ending.length > 0) await store.ownNotifications.add(ending, nowMs);
      }
    },
    report: (error) =>
      log.warn({ error: describeCause(error) }, "notifications of temporary changes that end soon could not be added"),
  });
}
