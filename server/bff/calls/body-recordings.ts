import type { Clock } from "#server/api-client/clock.ts";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { CallBodiesStore } from "#server/bff/store/call-bodies.ts";

/** How often a replica reads the recordings that other replicas have started, in milliseconds. */
const everyMs = 5_000;

export type BodyRecordingState = ReturnType<typeof createBodyRecordings>;

/**
 * Knows the people whose call bodies are recorded. A call reads the list from the store only if the list is older than
 * five seconds. A console without calls makes no queries.
 */
export function createBodyRecordings({
  clock,
  log,
  store,
}: {
  clock: Pick<Clock, "now" | "monotonic">;
  log: Pick<Logger, "warn">;
  store: Pick<CallBodiesStore, "list">;
}) {
  let untilByPerson: ReadonlyMap<string, number> = new Map();
  let readAtMs = Number.NEGATIVE_INFINITY;

  /** Reads the active recordings from the store, for example after a change. */
  async function refresh(): Promise<void> {
    readAtMs = clock.monotonic();
    const recordings = await store.list(clock.now());
    untilByPerson = new Map(recordings.map(({ staffID, until }) => [staffID, until]));
  }

  return {
    /** True if the bodies of this person's calls are recorded now. Never waits for the store. */
    isOn(staffID: string): boolean {
      if (clock.monotonic() - readAtMs > everyMs) {
        refresh().catch((error: unknown) => {
          log.warn({ error: describeCause(error) }, "for whom bodies are recorded could not be read");
        });
      }
      return clock.now() < (untilByPerson.get(staffID) ?? 0);
    },
    refresh,
  };
}
