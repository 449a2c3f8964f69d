import type { Environment } from "#lib/contract/environment.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker } from "#server/bff/core/queues/interval-worker.ts";
import type { KnownCustomers } from "../known-customers.ts";
import { createEnvironmentFilling, type EnvironmentFilling, fillingName } from "./fill-environment.ts";
import type { FillingRules } from "./next-step.ts";
import type { WindowLimits } from "./read-window.ts";

/** The delay of the first call after the start, so that the calls do not slow the start down. In milliseconds. */
export const fillingStartMs = 10_000;

/** The pause between two runs, in milliseconds. A run also performs steps that become due during the run. */
const everyMs = 1_000;

/** The maximum duration of a run, in milliseconds. */
const maxRunMs = 30_000;

type Services = Pick<CoreServices, "clock" | "log" | "workerRuns" | "callTimeoutMs"> & {
  store: Pick<CoreServices["store"], "knownWindows" | "onWritten">;
};

export interface Filling {
  start(): void;
  close(): Promise<void>;
  /** The number of calls of this process, by environment. */
  calls(): ReadonlyMap<Environment, number>;
}

/**
 * Creates the worker that repeatedly reads all customers of each environment
 * (docs/decisions/0051-reading-all-customers.md). Only one replica at a time reads an environment.
 */
export function createFilling(
  services: Services,
  options: {
    clients: ReadonlyMap<Environment, Pick<ApiClient, "listCustomers" | "status">>;
    known: Readonly<Record<Environment, Pick<KnownCustomers, "storePage">>>;
    replicaID: string;
    rules: FillingRules;
    limits?: WindowLimits;
    /** Default: `fillingStartMs`. */
    startMs?: number;
  },
): Filling {
  const { clock, log } = services;
  const { clients, known, startMs = fillingStartMs, ...shared } = options;
  const fillings = new Map<Environment, EnvironmentFilling>();
  let stopListening = () => {};
  let startAtMs = Number.POSITIVE_INFINITY;

  /** Performs the due steps one after the other. */
  async function fill(filling: EnvironmentFilling, untilMs: number): Promise<void> {
    while (!worker.signal.aborted && clock.monotonic() < untilMs) {
      const waitMs = await filling.run();
      if (waitMs > everyMs) return;
      if (waitMs > 0) await clock.sleep(waitMs, worker.signal);
    }
  }

  const worker = createIntervalWorker(services, {
    name: fillingName,
    everyMs,
    async run() {
      if (clock.monotonic() < startAtMs) return;
      const untilMs = clock.monotonic() + maxRunMs;
      await Promise.all([...fillings.values()].map((filling) => fill(filling, untilMs)));
    },
    report(error) {
      if (!worker.signal.aborted) log.warn({ error: describeCause(error) }, "customers could not be read");
    },
  });
  const { signal } = worker;
  for (const [environment, client] of clients) {
    const filling = createEnvironmentFilling(services, {
      ...shared,
      environment,
      client,
      known: known[environment],
      signal,
    });
    fillings.set(environment, filling);
  }

  return {
    start() {
      stopListening = services.store.onWritten((tables) => {
        if (tables !== "any" && !tables.has("knownFilling")) return;
        for (const filling of fillings.values()) filling.leaseReleased();
      });
      startAtMs = clock.monotonic() + startMs;
      worker.start();
    },
    async close() {
      stopListening();
      await worker.close();
      await Promise.allSettled([...fillings.values()].map((filling) => filling.release()));
    },
    calls: () => new Map([...fillings].map(([environment, filling]) => [environment, filling.calls()])),
  };
}
