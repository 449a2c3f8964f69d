import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/**
 * Equal refusals within this time share one event. After this time, a second event has the number of repetitions. In
 * milliseconds.
 */
export const coalesceMs = 10 * 60_000;

/**
 * The maximum number of different refusals of one sender that are recorded separately within `coalesceMs`. A sender is
 * a person, an API client, or a network with anonymous requests. Further refusals of the sender are counted together.
 * Each sender has a separate limit, so that nobody can hide other refusals behind a flood of requests. For the same
 * reason, failed sign-ins have separate limits.
 */
export const maxRecorded = 100;

/**
 * The maximum number of separately recorded refusals for all networks together. It is needed because an attacker may
 * have any number of addresses.
 */
export const maxRecordedAnonymous = 2_000;

const roundMs = 60_000;

interface Counted {
  event: NewAuditEvent;
  /** The limits that count this refusal. Empty if the refusal is counted together with others. */
  places: readonly Places[];
  sinceMs: number;
  repeated: number;
}

/** A limit of events. `name` identifies the limited person, client or network. */
interface Places {
  name: string;
  max: number;
}

/** The limits that count a refusal. The refusal uses one place of each limit. */
function placesOf({ action, actor, address }: NewAuditEvent, networkOf: (address: string) => string): Places[] {
  if (actor.id !== undefined) return [{ name: actor.id, max: maxRecorded }];
  const kind = action === "sign-in.failed" ? "sign-ins" : "requests";
  const network = networkOf(address ?? "unknown");
  return [
    { name: `${kind} from ${network}`, max: maxRecorded },
    { name: `${kind} from anywhere`, max: maxRecordedAnonymous },
  ];
}

/**
 * Records refusals. The number of records is limited, because a refused client may repeat its request any number of
 * times.
 */
export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>;

/** `networkOf` returns the network of an address. */
export function createRefusalRecorder(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  networkOf: (address: string) => string,
) {
  const { clock, log, store } = services;
  const counted = new Map<string, Counted>();
  /** How many events were recorded under each limit, by the name of the limit. */
  const usedPlaces = new Map<string, number>();

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

  function changeTaken(places: readonly Places[], by: 1 | -1): void {
    for (const { name } of places) {
      const count = (usedPlaces.get(name) ?? 0) + by;
      if (count === 0) usedPlaces.delete(name);
      else usedPlaces.set(name, count);
    }
  }

  async function recordEnded(isEnded: (one: Counted) => boolean): Promise<void> {
    for (const [key, one] of [...counted]) {
      if (!isEnded(one)) continue;
      counted.delete(key);
      changeTaken(one.places, -1);
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
    /**
     * Records a refusal. Refusals with the same `key` count as equal. Never throws, so that the client gets the refusal
     * and no other error.
     */
    async record(key: string, event: NewAuditEvent): Promise<void> {
      const earlierRefusal = counted.get(key);
      if (earlierRefusal) {
        earlierRefusal.repeated += 1;
        return;
      }
      const { action, outcome, actor, address } = event;
      const places = placesOf(event, networkOf);
      const full = places.findLast(({ name, max }) => (usedPlaces.get(name) ?? 0) >= max);
      if (!full) {
        changeTaken(places, 1);
        counted.set(key, { event, places, sinceMs: clock.now(), repeated: 0 });
        await append(event);
        return;
      }
      const othersKey = `others ${full.name} ${action}`;
      const others = counted.get(othersKey);
      if (others) others.repeated += 1;
      else {
        // This event counts further refusals together. The event has an address if the refusals are from one person,
        // client or network. It has no address if they are from all networks together.
        const from = full.max === maxRecorded && address !== undefined ? { address } : {};
        const first = { action, outcome, actor, ...from };
        counted.set(othersKey, { event: first, places: [], sinceMs: clock.now(), repeated: 1 });
      }
    },
    start: worker.start,
    /** Records the repetitions that were counted so far. */
    async close(): Promise<void> {
      await worker.close();
      await recordEnded(() => true);
    },
  };
}
