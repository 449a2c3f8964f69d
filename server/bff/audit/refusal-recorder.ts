import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/**
 * Equal refusals within this time (milliseconds) share one event. When the time is over, a second event has the number
 * of repetitions.
 */
export const coalesceMs = 10 * 60_000;

/**
 * The maximum number of different refusals that get their own event within `coalesceMs`, for one sender. A sender is a
 * person, an API client or a network of anonymous requests. Further refusals of the sender are counted together. Each
 * sender has its own limit, so that nobody can hide the refusals of others behind a flood. For the same reason failed
 * sign-ins have separate limits.
 */
export const maxRecorded = 100;

/**
 * The maximum number of such events for all networks together. This limit is needed, because an attacker may have any
 * number of addresses.
 */
export const maxRecordedAnonymous = 2_000;

const roundMs = 60_000;

interface Counted {
  event: NewAuditEvent;
  /** The limits that this refusal counts toward. Empty if the refusal is counted together with others. */
  places: readonly Places[];
  sinceMs: number;
  repeated: number;
}

/** A limit of events. `name` says which person, client or network the limit applies to. */
interface Places {
  name: string;
  max: number;
}

/** The limits that a refusal counts toward. In each of these limits, the refusal takes one place. */
function placesOf({ action, actor, address }: NewAuditEvent, networkOf: (address: string) => string): Places[] {
  if (actor.id !== undefined) return [{ name: actor.id, max: maxRecorded }];
  const kind = action === "sign-in.failed" ? "sign-ins" : "requests";
  const network = networkOf(address ?? "unknown");
  return [
    { name: `${kind} from ${network}`, max: maxRecorded },
    { name: `${kind} from anywhere`, max: maxRecordedAnonymous },
  ];
}

/** Records refusals. Their number is limited, because a refused client may repeat its request any number of times. */
export type RefusalRecorder = ReturnType<typeof createRefusalRecorder>;

/** `networkOf` returns the network of an address. */
export function createRefusalRecorder(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  networkOf: (address: string) => string,
) {
  const { clock, log, store } = services;
  const counted = new Map<string, Counted>();
  /** The number of events that were recorded under each limit, by the limit's name. */
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
    /** Refusals with the same `key` are equal. `record` never throws, so that the client gets the refusal itself. */
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
        // An event about one network has an address. An event about all networks together has none.
        const from = full.max === maxRecorded && address !== undefined ? { address } : {};
        const first = { action, outcome, actor, ...from };
        counted.set(othersKey, { event: first, places: [], sinceMs: clock.now(), repeated: 1 });
      }
    },
    start: worker.start,
    /** Records the repetitions counted so far. */
    async close(): Promise<void> {
      await worker.close();
      await recordEnded(() => true);
    },
  };
}
