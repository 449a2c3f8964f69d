import { createHash, randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Plan, Term } from "../contract-values.ts";
import { newJob } from "../jobs/next-turn.ts";
import { answerSandboxValue, provokedEnding } from "../sandbox-values.ts";
import type { ResourceContext } from "./resource-context.ts";

export interface CreateCustomerInput {
  companyName: string;
  plan: Plan;
  term: Term;
  usersCount: number;
  adminUser?: { email?: string | undefined } | undefined;
}

/** How long an `Idempotency-Key` is stored, in milliseconds. The specification does not define the time. */
const keyLifetimeMs = 48 * 3_600_000;

interface Accepted {
  jobID: string;
  customerID: string;
}

/**
 * A hash of the body of a creation. Equal creations have the same hash, even if the order of their members is
 * different.
 */
function hashOf({ companyName, plan, term, usersCount, adminUser }: CreateCustomerInput): string {
  const members = JSON.stringify([companyName, plan, term, usersCount, adminUser?.email ?? null]);
  return createHash("sha256").update(members).digest("hex");
}

/**
 * Creates a customer (specification, section 4.3). The customer, its contract, its job and the first turn of the job
 * are stored in one transaction. The customer appears in lists immediately. If the job fails, the customer is deleted.
 * Throws `idempotency_key_reused` if the key was used with a different body.
 */
export async function createCustomer(options: {
  context: ResourceContext;
  input: CreateCustomerInput;
  idempotencyKey: string | undefined;
}): Promise<Accepted> {
  const { context, input, idempotencyKey } = options;
  const { environment, store, engine } = context;
  const nowMs = context.clock();
  answerSandboxValue(environment, input.companyName, nowMs);
  const accepted: Accepted = { jobID: randomUUID(), customerID: randomUUID() };
  const bodyHash = hashOf(input);
  const earlier = await store.transaction(async (transaction) => {
    if (idempotencyKey !== undefined) {
      await transaction.idempotencyKeys.forget(nowMs - keyLifetimeMs);
      const creation = { key: idempotencyKey, bodyHash, ...accepted, createdMs: nowMs };
      const kept = await transaction.idempotencyKeys.claim(environment, creation);
      if (kept) return kept;
    }
    const adminEmail = input.adminUser?.email;
    const customer = {
      customerID: accepted.customerID,
      companyName: input.companyName,
      usersCount: input.usersCount,
      createdMs: nowMs,
      plan: input.plan,
      term: input.term,
      ...(adminEmail === undefined ? {} : { adminEmail }),
    };
    await transaction.customers.insert(environment, [customer], false);
    const job = newJob({
      ...accepted,
      needsAdmin: adminEmail !== undefined,
      ending: provokedEnding(environment, input.companyName),
      nowMs,
    });
    await transaction.jobs.insert(environment, [job], false);
    await engine.schedule(transaction, { environment, jobID: job.jobID, revision: job.revision }, 0);
    return undefined;
  });
  if (!earlier) {
    engine.wake();
    return accepted;
  }
  if (earlier.bodyHash !== bodyHash) {
    throw new AppError("idempotency_key_reused", "This Idempotency-Key came with another body before.");
  }
  return { jobID: earlier.jobID, customerID: earlier.customerID };
}
