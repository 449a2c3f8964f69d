import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { StoreTransaction } from "#server/provisioning/store/open-store.ts";
import type { JobRecord, JobTurn } from "#server/provisioning/store/resources/job-store.ts";
import type { EngineOptions, JobEngine } from "./engine.ts";
import { failedJob, isFinished, nextTurn } from "./next-turn.ts";
import { rollBack, stepEffects } from "./step-effects.ts";

/** The maximum number of unexpected failures of a step. After this number, the job fails. */
const maxFailures = 5;

/** How long to wait after the first unexpected failure, in milliseconds. The time doubles with each further failure. */
const retryMs = 1_000;

type TurnContext = EngineOptions & Pick<JobEngine, "schedule">;

async function customerOf(store: StoreTransaction, turn: JobTurn, job: JobRecord): Promise<CustomerRecord> {
  const found = await store.contracts.find(turn.environment, job.customerID);
  if (!found) throw new Error(`Job ${job.jobID} has no customer`);
  return found.customer;
}

/**
 * Returns the job if no process has run the turn yet, that is, if the job still has the revision of the turn. Undefined
 * if another process has run the turn, or if the job is finished.
 */
async function jobAt(store: StoreTransaction, turn: JobTurn): Promise<JobRecord | undefined> {
  const job = await store.jobs.find(turn.environment, turn.jobID);
  return job && job.revision === turn.revision && !isFinished(job) ? job : undefined;
}

async function scheduleNext(context: TurnContext, store: StoreTransaction, turn: JobTurn, job: JobRecord) {
  if (job.dueMs === undefined) return;
  await context.schedule(store, { ...turn, revision: job.revision }, Math.max(0, job.dueMs - job.updatedMs));
}

/**
 * Runs a turn in one transaction, which increments the job's revision first. Returns the changed job. If two processes
 * have the same turn, the first process runs it. The second process finds a newer revision, does nothing and returns
 * undefined.
 */
async function takeFurther(context: TurnContext, turn: JobTurn): Promise<JobRecord | undefined> {
  const { store, clock, creationMs } = context;
  return store.transaction(async (transaction) => {
    const nowMs = clock();
    const job = await jobAt(transaction, turn);
    const taken = job && nextTurn(job, { nowMs, creationMs });
    if (!taken || !(await transaction.jobs.advance(turn.environment, taken.job))) return undefined;
    const customer = await customerOf(transaction, turn, taken.job);
    const effects = { store: transaction, environment: turn.environment, customer, nowMs };
    if (taken.finishedStep) await stepEffects[taken.finishedStep](effects);
    if (taken.job.status === "failed") await rollBack(effects);
    await scheduleNext(context, transaction, turn, taken.job);
    return taken.job;
  });
}

/**
 * Handles an unexpected failure. The step is repeated after some time. After too many failures, the job fails. Returns
 * the changed job, or undefined if another process has run the turn.
 */
async function noteFailure(context: TurnContext, turn: JobTurn): Promise<JobRecord | undefined> {
  const { store, clock } = context;
  return store.transaction(async (transaction) => {
    const nowMs = clock();
    const job = await jobAt(transaction, turn);
    if (!job) return undefined;
    const failures = job.failures + 1;
    if (failures < maxFailures) {
      const dueMs = nowMs + retryMs * 2 ** (failures - 1);
      const retried = { ...job, failures, dueMs, revision: job.revision + 1, updatedMs: nowMs };
      if (await transaction.jobs.advance(turn.environment, retried)) {
        await scheduleNext(context, transaction, turn, retried);
      }
      return retried;
    }
    const failed = failedJob(job, `A step failed ${failures} times for an unexpected reason.`, nowMs);
    if (!(await transaction.jobs.advance(turn.environment, failed))) return undefined;
    const customer = await customerOf(transaction, turn, failed);
    await rollBack({ store: transaction, environment: turn.environment, customer, nowMs });
    return failed;
  });
}

/**
 * Advances a job by one turn. The function may be called several times for the same turn, even by different processes.
 * If the turn was already run, the function does nothing. It throws only if the store fails. In that case, nothing has
 * changed.
 */
export async function processTurn(context: TurnContext, turn: JobTurn): Promise<void> {
  const { jobID, environment } = turn;
  let job: JobRecord | undefined;
  try {
    job = await takeFurther(context, turn);
  } catch (error) {
    context.log.error({ err: error, jobID, environment }, "a job's step failed");
    job = await noteFailure(context, turn);
  }
  if (job && isFinished(job)) {
    const { type, status, error, createdMs, updatedMs } = job;
    const line = { jobID, environment, type, status, durationMs: updatedMs - createdMs };
    context.log.info(error === undefined ? line : { ...line, reason: error }, "job ended");
  }
}
