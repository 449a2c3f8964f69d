import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import { changeContractSchema } from "#lib/contract/operation-requests.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import { holds } from "#server/bff/contracts/contract-values.ts";
import { readContract } from "#server/bff/contracts/read-contract.ts";
import { knownError } from "#server/bff/core/problem.ts";
import { describeError } from "#server/bff/core/report-error.ts";
import { createRounds } from "#server/bff/core/rounds.ts";
import type { Services } from "#server/bff/core/services.ts";
import type { SeenJob } from "#server/bff/jobs/live/job-poller.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { confirmPauseMs, followPauseMs, missingPauseMs, sightingOf, vanishedSighting } from "./job-sighting.ts";

/** How often the store is asked whose job is to be read, in milliseconds. */
const roundMs = 2_000;
const mostAtOnce = 20;

/** How many jobs are read at the same time: following must leave room for people. */
const readers = 4;

/** How long nobody else follows a job that somebody has taken, in milliseconds: longer than two calls take. */
const leaseMs = 90_000;

/** Reads the jobs of accepted writes until they end, whoever watches and whichever process began them. */
export interface JobFollower {
  start(): void;
  /** Keeps what somebody else has read of a job that changed. It never throws. */
  saw(environment: Environment, seen: SeenJob): void;
  /** Ends reads under way, keeps what was seen; there is nothing after it. */
  close(): Promise<void>;
}

/**
 * Makes what follows jobs to their end and beyond: the end is kept with the write, a creation gets
 * the customer that its job names, a change of contract is confirmed by reading. Each write is taken
 * by one replica at a time; a job that is being watched is not read a second time.
 */
export function createJobFollower(services: Services): JobFollower {
  const { clock, log, store, clients } = services;
  const { follows } = store;
  const keeping = new Set<Promise<void>>();

  const callOf = (): CallContext => ({
    requestID: randomUUID(),
    signal: rounds.signal,
    caller: "job-follower",
    fresh: true,
  });

  async function follow(operation: StoredOperation): Promise<void> {
    const client = clients.get(operation.environment);
    const { operationID, jobID } = operation;
    const dueAt = followPauseMs(operation, clock.now());
    if (jobID === null) return follows.putOff(operationID, null);
    if (!client) return follows.putOff(operationID, dueAt);
    if (operation.jobFinishedAt !== null) return confirm(operation, client);
    let seen: SeenJob;
    try {
      seen = services.liveJobs.recent(operation.environment, jobID) ?? (await client.getJob(jobID, callOf()));
    } catch (thrown) {
      rounds.signal.throwIfAborted();
      const error = knownError(thrown);
      if (error.code === "not_found") return missed(operation);
      const retryAt = error.retryAt === undefined ? 0 : Date.parse(error.retryAt);
      return follows.putOff(operationID, dueAt === null ? null : Math.max(dueAt, retryAt, clock.now() + 5_000));
    }
    await keep(operation, seen, client);
  }

  async function missed(operation: StoredOperation): Promise<void> {
    const nowMs = clock.now();
    const missingSince = operation.jobMissingSince ?? nowMs;
    const { operationID } = operation;
    const isVanished = nowMs - missingSince >= missingPauseMs * 6;
    const sighting = vanishedSighting(operation, nowMs, isVanished);
    await follows.keep(operationID, { ...sighting, missingSince, dueAt: isVanished ? null : nowMs + missingPauseMs });
  }

  async function keep(operation: StoredOperation, { job }: SeenJob, client: ApiClient): Promise<void> {
    const nowMs = clock.now();
    const sighting = sightingOf(operation, job, { nowMs, aheadMs: client.clockAheadMs() });
    const kept = await follows.keep(operation.operationID, sighting);
    if (kept?.jobFinishedAt != null && kept.followDueAt !== null) rounds.wake();
  }

  /** The job has ended well: is what was asked for in force? Where that cannot be seen, nothing is claimed. */
  async function confirm(operation: StoredOperation, client: ApiClient): Promise<void> {
    const { operationID, customerID, environment, request, kind, job, confirmedAt } = operation;
    const isToConfirm = kind === "change-contract" && job?.state === "succeeded" && confirmedAt === null;
    if (!isToConfirm) return follows.putOffConfirming(operationID, null);
    const { term, plan } = changeContractSchema.parse(request);
    try {
      const after = await readContract({ services, environment, client, call: callOf() }, customerID ?? "");
      if (holds(after, { term, plan })) return await follows.confirm(operationID, after, clock.now());
    } catch (thrown) {
      rounds.signal.throwIfAborted();
      if (knownError(thrown).code === "store_unavailable") throw thrown;
    }
    await follows.putOffConfirming(operationID, confirmPauseMs(operation, clock.now()));
  }

  /** A write that cannot be followed keeps no other from it: it comes up again by itself. */
  function report(error: unknown): void {
    if (!rounds.signal.aborted) log.error({ error: describeError(error) }, "following a job failed");
  }

  async function runRound(): Promise<void> {
    for (;;) {
      const nowMs = clock.now();
      const due = await follows.takeDue(nowMs, nowMs + leaseMs, mostAtOnce);
      const left = [...due];
      const one = async () => {
        for (let next = left.shift(); next && !rounds.signal.aborted; next = left.shift()) {
          await follow(next).catch(report);
        }
      };
      await Promise.all(Array.from({ length: readers }, one));
      if (due.length < mostAtOnce || rounds.signal.aborted) return;
    }
  }

  async function keepAll(environment: Environment, seen: SeenJob): Promise<void> {
    const client = clients.get(environment);
    if (!client) return;
    for (const operation of await follows.ofJob(environment, seen.job.jobID)) await keep(operation, seen, client);
  }

  const rounds = createRounds(services, { everyMs: roundMs, round: runRound, report });
  return {
    start: rounds.start,
    saw(environment, seen) {
      const kept = keepAll(environment, seen).catch(report);
      keeping.add(kept);
      void kept.finally(() => keeping.delete(kept));
    },
    async close() {
      await rounds.close();
      await Promise.all(keeping);
    },
  };
}
