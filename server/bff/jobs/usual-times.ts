import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { UsualTime } from "#lib/contract/operations/operation.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { ConsoleStore } from "../store/open-store.ts";

/** At most this many writes are counted, the newest first. A statistic needs at least `minCount` writes. */
const maxWrites = 500;
const minCount = 5;

/**
 * The maximum number of types, and the maximum number of jobs of each type. Together they use about 1 MB. The least
 * recently used types are removed first.
 */
const maxTypes = 50;
const maxJobsOfType = 200;

/** The maximum duration that is counted, in milliseconds. A longer job had a fault, so its duration is not usual. */
const maxTookMs = 7 * 24 * 60 * 60_000;

/** How long the statistics from the store are cached, in milliseconds. Every read of a job needs the statistics. */
const ownForMs = 30_000;

/** The type under which jobs without a type are counted. */
const typeless = "";

function summarise(tookMs: readonly number[]): UsualTime | undefined {
  if (tookMs.length < minCount) return undefined;
  const sorted = tookMs.toSorted((a, b) => a - b);
  const below = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { count: sorted.length, p50Ms: below(0.5), p95Ms: below(0.95) };
}

/**
 * How long a job took from its creation to its end, by the API's times. Undefined if a time is missing or the job did
 * not succeed.
 */
function tookMsOf({ state, created, updated, steps }: Job): number | undefined {
  if (state !== "succeeded") return undefined;
  const ends = steps.map(({ finishedAt }) => Date.parse(finishedAt ?? "")).filter((ms) => !Number.isNaN(ms));
  const endMs = ends.length > 0 ? Math.max(...ends) : Date.parse(updated ?? "");
  const tookMs = endMs - Date.parse(created ?? "");
  return tookMs >= 0 && tookMs <= maxTookMs ? tookMs : undefined;
}

/** The usual durations of an environment's jobs, learned from the console's own writes and from the API's job list. */
export type UsualTimes = ReturnType<typeof createUsualTimes>;

export function createUsualTimes(options: {
  environment: Environment;
  clock: Pick<Clock, "monotonic">;
  follows: Pick<ConsoleStore["follows"], "tookMs">;
}) {
  const { environment, clock, follows } = options;
  const learned = new Map<string, Map<string, number>>();
  const typeOf = new Map<string, string>();
  const own = new Map<string, { atMs: number; usual: Promise<UsualTime | undefined> }>();

  function ownOf(kind: string, fresh: boolean): Promise<UsualTime | undefined> {
    const nowMs = clock.monotonic();
    const known = own.get(kind);
    if (known && !fresh && nowMs - known.atMs < ownForMs) return known.usual;
    const usual = follows.tookMs(environment, kind, maxWrites).then(summarise, () => undefined);
    own.set(kind, { atMs: nowMs, usual });
    return usual;
  }

  return {
    /** Learns from a job that has ended successfully, if the API provides the times of its creation and its end. */
    learn(job: Job) {
      const tookMs = tookMsOf(job);
      if (tookMs === undefined) return;
      const type = job.type ?? typeless;
      const ofType = learned.get(type) ?? new Map<string, number>();
      learned.delete(type);
      learned.set(type, ofType);
      // A job is read many times but counted only once. Deleting the job first moves it to the end, so that the oldest
      // jobs are removed first.
      ofType.delete(job.jobID);
      ofType.set(job.jobID, tookMs);
      for (const oldest of ofType.keys()) {
        if (ofType.size <= maxJobsOfType) break;
        ofType.delete(oldest);
      }
      for (const oldest of learned.keys()) {
        if (learned.size <= maxTypes) break;
        learned.delete(oldest);
      }
    },
    /** Remembers that writes of the kind `kind` start jobs of the API's type `type`. */
    link: (kind: string, type: string): void => void typeOf.set(kind, type),
    /**
     * The usual duration of the console's own writes of `kind`, from sending to the end. With too few writes, this is
     * the usual duration of all jobs of the same type. Undefined if there are also too few jobs of this type. The
     * store's statistics are cached for half a minute, unless `fresh` is set. Never throws: if the store fails, the
     * result is the same as without history.
     */
    async of(
      { kind, type }: { kind?: string | undefined; type?: string | undefined },
      { fresh }: { fresh: boolean } = { fresh: false },
    ): Promise<UsualTime | undefined> {
      const ofOwn = kind && (await ownOf(kind, fresh));
      if (ofOwn) return ofOwn;
      const ofType = learned.get(type ?? (kind && typeOf.get(kind)) ?? typeless);
      return ofType && summarise([...ofType.values()]);
    },
  };
}
