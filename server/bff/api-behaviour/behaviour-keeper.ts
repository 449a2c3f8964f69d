import type { Environment } from "#lib/contract/environment.ts";
import type { Severity } from "#lib/contract/values/api-behaviour.ts";
import { severities } from "#lib/contract/values/api-behaviour.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import { compareBehaviour } from "./compare/compare-behaviour.ts";
import { openDifferences } from "./compare/open-differences.ts";
import type { BehaviourLearner } from "./learn/behaviour-learner.ts";
import { mergeBehaviour, mergeOperations } from "./learn/merge-behaviour.ts";
import type { LearntBehaviour, OperationBehaviour } from "./learn/shape.ts";

/** How often differences are counted, in milliseconds. */
const everyMs = 60_000;

/** How often the learned behaviour is stored, in milliseconds. The page "API behaviour" stores it first, then reads it. */
const storedEveryMs = 10 * 60_000;

/** The format version of stored shapes. Shapes in another format are discarded and learned again. */
const version = 1;

/**
 * The JSON value that the store has for each operation. The member `profile` keeps its old name, because stored values
 * already contain it.
 */
interface KeptBehaviour {
  version: number;
  profile: OperationBehaviour;
}

/** The number of undecided differences, by environment and severity. */
export interface DifferenceFigure {
  environment: Environment;
  severity: Severity;
  count: number;
}

const opened = (kept: unknown): OperationBehaviour | undefined => {
  const { version: form, profile } = (kept ?? {}) as Partial<KeptBehaviour>;
  return form === version ? profile : undefined;
};

function openAll(kept: Record<string, unknown>): LearntBehaviour {
  const operations = Object.entries(kept).map(([operation, one]) => [operation, opened(one)] as const);
  return Object.fromEntries(
    operations.filter((entry): entry is [string, OperationBehaviour] => entry[1] !== undefined),
  );
}

/** Stores what all replicas have learned. */
export type BehaviourKeeper = ReturnType<typeof createBehaviourKeeper>;

export function createBehaviourKeeper(
  services: Pick<CoreServices, "clock" | "log" | "store" | "workerRuns">,
  learners: ReadonlyMap<Environment, BehaviourLearner>,
) {
  const { clock, log, store } = services;
  /** Learned results that are not stored yet, because the store failed. */
  const pending = new Map<Environment, LearntBehaviour>();
  const figures = new Map<Environment, DifferenceFigure[]>();
  /** The stored results of all replicas as of the last call of `keep`, and when they were read by the monotonic clock. */
  const kept = new Map<Environment, { behaviour: LearntBehaviour; atMs: number }>();

  /** Collects what was learned since the last call, with what is not stored yet. */
  function collect(environment: Environment): LearntBehaviour {
    const learnt = mergeBehaviour(pending.get(environment) ?? {}, learners.get(environment)?.take() ?? {});
    pending.set(environment, learnt);
    return learnt;
  }

  async function keep(environment: Environment): Promise<LearntBehaviour> {
    const behaviour = await storeLearnt(environment);
    kept.set(environment, { behaviour, atMs: clock.monotonic() });
    return behaviour;
  }

  /** The behaviour with the latest results of this process. Reads and writes the store only every ten minutes. */
  async function current(environment: Environment): Promise<LearntBehaviour> {
    const last = kept.get(environment);
    if (!last || clock.monotonic() - last.atMs >= storedEveryMs) return keep(environment);
    return mergeBehaviour(last.behaviour, collect(environment));
  }

  async function storeLearnt(environment: Environment): Promise<LearntBehaviour> {
    const learnt = collect(environment);
    const operations = Object.keys(learnt);
    if (operations.length === 0) return openAll(await store.apiBehaviour.list(environment));
    const merge = (operation: string, before: unknown): KeptBehaviour => {
      const profile = mergeOperations(opened(before), learnt[operation] as OperationBehaviour);
      return { version, profile };
    };
    // The results are removed before the store is called. Otherwise another call of `keep` at the same time would store
    // these results twice.
    pending.delete(environment);
    try {
      return openAll(await store.apiBehaviour.update(environment, operations, merge, clock.now()));
    } catch (error) {
      pending.set(environment, mergeBehaviour(learnt, pending.get(environment) ?? {}));
      throw error;
    }
  }

  async function count(environment: Environment): Promise<void> {
    const found = compareBehaviour(await current(environment));
    const open = found.length === 0 ? [] : openDifferences(found, await store.apiBehaviour.decisions(environment));
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
    report: (error) => log.warn({ error: describeCause(error) }, "the behaviour of the API could not be kept"),
  });
  return {
    start: worker.start,
    async close(): Promise<void> {
      await worker.close();
      for (const environment of learners.keys()) await keep(environment).catch(() => {});
    },
    /** The API's behaviour in an environment. Stores the latest results of this process first. */
    read: keep,
    /** The numbers of undecided differences, as of the last interval. */
    figures: (): readonly DifferenceFigure[] => [...figures.values()].flat(),
  };
}
