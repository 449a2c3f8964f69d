import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ReplicaReport } from "#lib/contract/console/console-health.ts";
import { type BuildInfo, isBelowNodeFloor } from "#server/bff/config/build-info.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";
import { createMemoryWatch } from "./memory-watch.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** Creates a function that describes this process. Each call measures the event loop since the previous call. */
export function createProcessDescription(
  services: Pick<
    ConsoleHealthServices,
    "clients" | "workerRuns" | "liveJobs" | "hashing" | "isDraining" | "sealAudit" | "log"
  >,
  { version, build, nodeFloor }: BuildInfo,
): { describe(): ReplicaReport; close(): void } {
  const { clients, workerRuns, liveJobs, hashing } = services;
  const { node } = process.versions;
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const watchMemory = createMemoryWatch((near, sample) => {
    if (near === undefined) services.log.info(sample, "this process has enough memory again");
    else services.log.warn({ near, ...sample }, "this process is near its memory limit");
  });

  return {
    describe() {
      const delayMs = Math.round(delays.percentile(99) / 1e6);
      delays.reset();
      const { streams, jobs } = liveJobs.figures();
      const nearLimit = watchMemory();
      return {
        version,
        build,
        node,
        host: hostname(),
        processID: process.pid,
        ...(nodeFloor !== null && isBelowNodeFloor(node, { nodeFloor }) && { nodeFloor }),
        isDraining: services.isDraining(),
        ...(services.sealAudit.keyID !== undefined && { auditKeyID: services.sealAudit.keyID }),
        memoryBytes: process.memoryUsage.rss(),
        ...(nearLimit !== undefined && { nearLimit }),
        eventLoopDelayMs: delayMs,
        jobStreams: streams,
        watchedJobs: jobs,
        signInQueue: hashing.status(),
        workers: (workerRuns?.list() ?? []).map(({ name, everyMs, endedAt, lastRunMs, isFailing, failures }) => ({
          name,
          everyMs,
          isFailing,
          failures,
          ...(endedAt !== undefined && { lastRunAt: iso(endedAt) }),
          ...(lastRunMs !== undefined && { lastRunMs }),
        })),
        api: [...clients.values()].map((client) => {
          const { environment, availability, retryAt, breaker, queue, token, failedInRow } = client.status();
          return {
            environment,
            availability,
            breaker: breaker.state,
            queue,
            token: token.state,
            failedInRow,
            ...(retryAt !== undefined && { retryAt }),
            ...(token.expiresAt !== undefined && { tokenExpiresAt: token.expiresAt }),
          };
        }),
      };
    },
    close: () => delays.disable(),
  };
}
