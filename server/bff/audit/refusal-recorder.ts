import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

/** Within this time equal refusals are one event, and a second one at the end has the number of repetitions. */
export const coalesceMs = 10 * 60_000;

/**
 * How many different refusals of one person, API client or network of those who are not signed in have an event of their
 * own in that time; the others are counted together. Each has their own, so that nobody can hide the refusals of others
 * behind a flood. Sign-ins that fail have places apart from anything else, for the same reason.
 */
export const maxRecorded = 100;

/** The same of all networks together: somebody may have as many addresses as they like. */
export const maxRecordedAnonymous = 2_000;

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
  /** What it counts among; none where the others are counted together. */
  places: readonly Places[];
  sinceMs: number;
  repeated: number;
}

/** A number of places, by the name of whom or what they are for. */
interface Places {
  name: string;
  max: number;
}

/** Those that a refusal takes one of each of. */
function placesOf({ action, actor, address }: NewAuditEvent, networkOf: (address: string) => string): Places[] {
  if (actor.id !== undefined) return [{ name: actor.id, max: maxRecorded }];
  const kind = action === "sign-in.failed" ? "sign-ins" : "requests";
  const network = networkOf(address ?? "unknown");
  return [
    { name: `${kind} from ${network}`, max: maxRecorded },
    { name: `${kind} from anywhere`, max: maxRecordedAnonymous },
  ];
}

/** `networkOf` gives the network that an address belongs to. */
export function createRefusalRecorder(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  networkOf: (address: string) => string,
): RefusalRecorder {
  const { clock, log, store } = services;
  const counted = new Map<string, Counted>();
  /** How many places of each are taken. */
  const taken = new Map<string, number>();

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
      const count = (taken.get(name) ?? 0) + by;
      if (count === 0) taken.delete(name);
      else taken.set(name, count);
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
    async record(key, event) {
      const known = counted.get(key);
      if (known) {
        known.repeated += 1;
        return;
      }
      const { action, outcome, actor, address } = event;
      const places = placesOf(event, networkOf);
      const full = places.findLast(({ name, max }) => (taken.get(name) ?? 0) >= max);
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
        // Of one network its address is known; of all together none is.
        const from = full.max === maxRecorded && address !== undefined ? { address } : {};
        const first = { action, outcome, actor, ...from };
        counted.set(othersKey, { event: first, places: [], sinceMs: clock.now(), repeated: 1 });
      }
    },
    start: worker.start,
    async close() {
      await worker.close();
      await recordEnded(() => true);
    },
  };
}
