import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/** Within this time equal refusals are one event, and a second one at the end has the number of repetitions. */
export const coalesceMs = 10 * 60_000;

/**
 * How many different refusals of one person or API client have an event of their own in that time, and of everybody who
 * is not signed in together; the others are counted together. Each has their own, so that nobody can hide the refusals
 * of a colleague, or their own, behind a flood of sign-ins that fail.
 */
export const maxRecorded = 100;

const roundMs = 60_000;

/** Records refusals. It is bounded, because a refused client may repeat its request any number of times. */
export interface RefusalRecorder {
  /** Refusals with the same `key` are equal. It never fails, so that the client gets the refusal itself. */
  record(key: string, event: NewAuditEvent): Promise<void>;
  start(): void;
  /** Records the repetitions counted so far. */
  close(): Promise<void>;
}

interface Counted {
  event: NewAuditEvent;
  /** Whose refusals it counts among; left out where the others are counted together. */
  who?: string;
  sinceMs: number;
  repeated: number;
}

export function createRefusalRecorder(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
): RefusalRecorder {
  const { clock, log, store } = services;
  const counted = new Map<string, Counted>();
  /** How many different refusals of each are counted. */
  const recorded = new Map<string, number>();

  async function append(event: NewAuditEvent): Promise<void> {
    await store.audit.append(event, clock.now()).catch((error: unknown) => {
      log.warn({ action: event.action, error: describeCause(error) }, "a refusal could not be audited");
    });
  }

  async function recordRepeated({ event, sinceMs, repeated }: Counted): Promise<void> {
    if (repeated === 0) return;
    await append({
      ...event,
      after: { ...(event.after as object | undefined), repeated, since: new Date(sinceMs).toISOString() },
    });
  }

  function changeRecorded(who: string, by: 1 | -1): void {
    const count = (recorded.get(who) ?? 0) + by;
    if (count === 0) recorded.delete(who);
    else recorded.set(who, count);
  }

  async function recordEnded(isEnded: (one: Counted) => boolean): Promise<void> {
    for (const [key, one] of [...counted]) {
      if (!isEnded(one)) continue;
      counted.delete(key);
      if (one.who !== undefined) changeRecorded(one.who, -1);
      await recordRepeated(one);
    }
  }

  const worker = createIntervalWorker(services, {
    name: "refusal-recorder",
    everyMs: roundMs,
    run: () => recordEnded(({ sinceMs }) => clock.now() - sinceMs >= coalesceMs),
    report: (error) => log.warn({ error: describeCause(error) }, "repeated refusals could not be audited"),
  });

  return {
    async record(key, event) {
      const known = counted.get(key);
      if (known) {
        known.repeated += 1;
        return;
      }
      const { action, outcome, actor } = event;
      const who = actor.id ?? actor.kind;
      if ((recorded.get(who) ?? 0) < maxRecorded) {
        changeRecorded(who, 1);
        counted.set(key, { event, who, sinceMs: clock.now(), repeated: 0 });
        await append(event);
        return;
      }
      const others = counted.get(`others ${who} ${action}`);
      if (others) others.repeated += 1;
      else
        counted.set(`others ${who} ${action}`, {
          event: { action, outcome, actor },
          sinceMs: clock.now(),
          repeated: 1,
        });
    },
    start: worker.start,
    async close() {
      await worker.close();
      await recordEnded(() => true);
    },
  };
}
