import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import type { JobReading } from "#server/bff/jobs/live/job-poller.ts";
import type { LiveJobs } from "#server/bff/jobs/live/live-jobs.ts";
import type { OperationKinds } from "#server/bff/operations/operation-kind.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { JobStart } from "./job-directory.ts";
import type { JobServices } from "./job-services.ts";
import { missingSnapshot, nextMissingCheckAtMs, nextPollAtMs, snapshotOf } from "./job-snapshot.ts";

/** How soon a failed search for jobs to read is repeated, in milliseconds. */
const intervalMs = 2_000;

/**
 * The number of jobs that are read at the same time. It is small, so that people's requests have priority. A replica
 * claims no more jobs than this, because the leases of waiting jobs would expire.
 */
const readers = 4;

/** How long the lease of a job lasts, in milliseconds: longer than two calls. */
const leaseMs = ({ callTimeoutMs }: Pick<CoreServices, "callTimeoutMs">) => 3 * callTimeoutMs;

interface TrackerServices extends CoreServices {
  liveJobs: Pick<LiveJobs, "recent">;
  jobDirectories: JobServices["jobDirectories"];
}

/** Reads the jobs of accepted writes until they end. Any replica can do this, and no page needs to be open. */
export type JobTracker = ReturnType<typeof createJobTracker>;

/**
 * Creates the tracker that reads jobs until they end. It stores the end of the job with the write. If the kind of write
 * allows it, it also stores the customer that the job names. After that, the verifier reads whether the write took
 * effect. Only one replica works on a write at a time. A job that an open page watches is not read twice.
 */
export function createJobTracker(services: TrackerServices, kinds: OperationKinds) {
  const { clock, log, store, clients } = services;
  const { follows } = store;
  const keeping = new Set<Promise<void>>();

  const callOf = (operationID: string): CallContext => ({
    requestID: randomUUID(),
    operationID,
    signal: worker.signal,
    caller: "job-follower",
    fresh: true,
  });

  async function follow(operation: StoredOperation): Promise<void> {
    const client = clients.get(operation.environment);
    const { operationID, jobID } = operation;
    const dueAt = nextPollAtMs(operation, clock.now());
    if (jobID === null) return follows.reschedule(operationID, null);
    if (!client) return follows.reschedule(operationID, dueAt);
    // Earlier versions continued to read after the end of a job. Now the verifier does that, so tracking ends here.
    if (operation.jobFinishedAt !== null) return follows.endFollowing(operationID);
    services.jobDirectories[operation.environment].noteStart(jobID, startOf(operation));
    let reading: JobReading;
    try {
      reading =
        services.liveJobs.recent(operation.environment, jobID) ?? (await client.getJob(jobID, callOf(operationID)));
    } catch (thrown) {
      // Releases the job on shutdown, so that another replica or the next start reads it without waiting for the lease
      // to expire.
      if (worker.signal.aborted) await follows.reschedule(operationID, clock.now());
      worker.signal.throwIfAborted();
      const error = toAppError(thrown);
      if (error.code === "not_found") return missed(operation, error.gone);
      const retryAt = error.retryAt === undefined ? 0 : Date.parse(error.retryAt);
      return follows.reschedule(operationID, dueAt === null ? null : Math.max(dueAt, retryAt, clock.now() + 5_000));
    }
    await keep(operation, reading, client);
  }

  async function missed(operation: StoredOperation, isGone: boolean): Promise<void> {
    const nowMs = clock.now();
    const missingSince = operation.jobMissingSince ?? nowMs;
    const { operationID } = operation;
    const snapshot = missingSnapshot(operation, nowMs, isGone);
    await follows.keep(operationID, {
      ...snapshot,
      missingSince,
      dueAt: nextMissingCheckAtMs(missingSince, nowMs, isGone),
    });
  }

  async function keep(operation: StoredOperation, { job }: JobReading, client: ApiClient): Promise<void> {
    const nowMs = clock.now();
    const snapshot = snapshotOf(operation, kinds.get(operation.kind), job, {
      nowMs,
      aheadMs: client.clockAheadMs(),
    });
    await follows.keep(operation.operationID, snapshot);
  }

  /** Logs which job could not be tracked, and why. Other jobs are not affected. The job becomes due again by itself. */
  function report(error: unknown, { operationID, jobID, environment }: Partial<StoredOperation> = {}): void {
    if (worker.signal.aborted) return;
    const code = isAppError(error) ? error.code : undefined;
    log.error({ operationID, jobID, environment, code, error: describeCause(error) }, "following a job failed");
  }

  async function runRound(): Promise<void> {
    for (;;) {
      const nowMs = clock.now();
      const due = await follows.takeDue(nowMs, nowMs + leaseMs(services), readers);
      await Promise.all(due.map((operation) => follow(operation).catch((error) => report(error, operation))));
      if (due.length < readers || worker.signal.aborted) return;
    }
  }

  async function keepAll(environment: Environment, reading: JobReading): Promise<void> {
    const client = clients.get(environment);
    if (!client) return;
    for (const operation of await follows.ofJob(environment, reading.job.jobID)) {
      await keep(operation, reading, client).catch((error) => report(error, operation));
    }
  }

  async function keepGone(environment: Environment, jobID: string): Promise<void> {
    for (const operation of await follows.ofJob(environment, jobID)) {
      await missed(operation, true).catch((error) => report(error, operation));
    }
  }

  /** Stores an answer of the API that another part of the console has read, in parallel with the tracker's own runs. */
  function keepBeside(job: Pick<StoredOperation, "environment" | "jobID">, work: Promise<void>): void {
    const kept = work.catch((error) => report(error, job));
    keeping.add(kept);
    void kept.finally(() => keeping.delete(kept));
  }

  const worker = createIntervalWorker(services, {
    name: "job-tracker",
    everyMs: intervalMs,
    idle: { store, tables: ["operations"], dueInMs: async () => msUntil(clock, await follows.nextDueAt()) },
    run: runRound,
    report: (error) => report(error),
  });
  return {
    start: worker.start,
    /** Stores a changed job that another part of the console has read. Never throws. */
    onJobChanged: (environment: Environment, reading: JobReading): void =>
      keepBeside({ environment, jobID: reading.job.jobID }, keepAll(environment, reading)),
    /** Records that a job is gone, because another part of the console no longer found it. Never throws. */
    onJobGone: (environment: Environment, jobID: string): void =>
      keepBeside({ environment, jobID }, keepGone(environment, jobID)),
    /** Aborts current reads and stores pending results. The tracker cannot be used afterwards. */
    async close(): Promise<void> {
      await worker.close();
      await Promise.all(keeping);
    },
  };
}

const startOf = ({ sentAt, createdAt, kind }: StoredOperation): JobStart => ({ atMs: sentAt ?? createdAt, kind });
