import type { Environment } from "#lib/contract/environment.ts";
import type { Severity } from "#lib/contract/values/api-behaviour.ts";
import { severities } from "#lib/contract/values/api-behaviour.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { compareProfile } from "./compare/compare-profile.ts";
import { openDifferences } from "./compare/open-differences.ts";
import { mergeOperations, mergeProfiles } from "./learn/merge-profiles.ts";
import type { ProfileLearner } from "./learn/profile-learner.ts";
import type { ApiProfile, OperationProfile } from "./learn/shape.ts";

const everyMs = 30_000;

/** The format version of stored profiles. A profile in another format is discarded and learned again. */
const version = 1;

interface KeptProfile {
  version: number;
  profile: OperationProfile;
}

/** The number of undecided differences, by environment and severity. */
export interface DifferenceFigure {
  environment: Environment;
  severity: Severity;
  count: number;
}

const opened = (kept: unknown): OperationProfile | undefined => {
  const { version: form, profile } = (kept ?? {}) as Partial<KeptProfile>;
  return form === version ? profile : undefined;
};

function openAll(kept: Record<string, unknown>): ApiProfile {
  const profiles = Object.entries(kept).map(([operation, one]) => [operation, opened(one)] as const);
  return Object.fromEntries(profiles.filter((entry): entry is [string, OperationProfile] => entry[1] !== undefined));
}

/** Stores what all replicas have learned. */
export type ProfileKeeper = ReturnType<typeof createProfileKeeper>;

export function createProfileKeeper(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  learners: ReadonlyMap<Environment, ProfileLearner>,
) {
  const { clock, log, store } = services;
  /** Learned results that are not stored yet, because the store failed. */
  const pending = new Map<Environment, ApiProfile>();
  const figures = new Map<Environment, DifferenceFigure[]>();

  async function keep(environment: Environment): Promise<ApiProfile> {
    const learnt = mergeProfiles(pending.get(environment) ?? {}, learners.get(environment)?.take() ?? {});
    pending.set(environment, learnt);
    const operations = Object.keys(learnt);
    if (operations.length === 0) return openAll(await store.apiProfiles.list(environment));
    const merge = (operation: string, before: unknown): KeptProfile => {
      const profile = mergeOperations(opened(before), learnt[operation] as OperationProfile);
      return { version, profile };
    };
    // Removed before the store is called: what is learned during the call must wait for the next interval.
    pending.delete(environment);
    try {
      return openAll(await store.apiProfiles.update(environment, operations, merge, clock.now()));
    } catch (error) {
      pending.set(environment, mergeProfiles(learnt, pending.get(environment) ?? {}));
      throw error;
    }
  }

  async function count(environment: Environment): Promise<void> {
    const found = compareProfile(await keep(environment));
    const open = openDifferences(found, await store.apiProfiles.decisions(environment));
    figures.set(
      environment,
      severities.map((severity) => ({
        environment,
        severity,
        count: open.filter((difference) => difference.severity === severity).length,
      })),
    );
  }

  const worker = createIntervalWorker(services, {
    name: "api-profile",
    everyMs,
    async run() {
      for (const environment of environments) if (learners.has(environment)) await count(environment);
    },
    report: (error) => log.warn({ error: describeCause(error) }, "the profile of the API could not be kept"),
  });
  return {
    start: worker.start,
    async close(): Promise<void> {
      await worker.close();
      for (const environment of learners.keys()) await keep(environment).catch(() => {});
    },
    /** The profile of an environment. Stores the latest results of this process first. */
    read: keep,
    /** The figures as of the last interval. */
    figures: (): readonly DifferenceFigure[] => [...figures.values()].flat(),
  };
}
