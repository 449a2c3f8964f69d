import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { type JobRecord, jobStepNames } from "#server/provisioning/store/resources/job-store.ts";
import type { WebhookRecord } from "#server/provisioning/store/resources/webhook-store.ts";
import { newJob, nextTurn } from "../jobs/next-turn.ts";
import { numbersOf } from "../jobs/step-effects.ts";
import type { StoreParts } from "../store/open-store.ts";
import { createRandom, type Random } from "./random.ts";

/** How many of the newest customers get telephone numbers. Deleted customers get none. */
export const newestSeeded: Readonly<Record<Environment, number>> = { production: 120, sandbox: 60 };
/**
 * How many of the newest customers have a job. In addition, each deleted customer among the `newestSeeded` customers
 * has a failed job. So the list of jobs has a few pages instead of millions of rows.
 */
const jobsSeeded: Readonly<Record<Environment, number>> = { production: 60, sandbox: 30 };
const webhooksSeeded: Readonly<Record<Environment, number>> = { production: 14, sandbox: 5 };

/** The events of webhooks. The specification does not define any. */
const events = [
  "customer.created",
  "customer.deleted",
  "contract.changed",
  "job.succeeded",
  "job.failed",
  "number.assigned",
] as const;

const hosts = ["billing", "crm", "provisioning", "status", "ops", "reports", "staging"] as const;

/**
 * Generates the creation job of a customer, in the same form as a job that the service has run. A deleted customer gets
 * a failed job.
 */
function generateJob(random: Random, customer: CustomerRecord, anchorMs: number): JobRecord {
  const creationMs = 3_000 + random.below(9_000);
  const isFailed = customer.deletedMs !== undefined;
  const job = newJob({
    jobID: random.uuid(),
    customerID: customer.customerID,
    needsAdmin: customer.adminEmail !== undefined,
    ending: isFailed
      ? { kind: "fail", step: random.pick(jobStepNames.filter((name) => name !== "admin-user")) }
      : undefined,
    nowMs: Math.min(customer.createdMs, anchorMs - creationMs),
  });
  let last = job;
  for (let turn = nextTurn(job, { nowMs: job.createdMs, creationMs }); turn; ) {
    last = turn.job;
    turn = nextTurn(last, { nowMs: last.dueMs ?? last.updatedMs, creationMs });
  }
  const { ending: _ending, ...finished } = last;
  return finished;
}

function generateWebhooks(random: Random, count: number, anchorMs: number): WebhookRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    webhookID: random.uuid(),
    url: `https://${hosts[index % hosts.length]}.partner.example/hooks/${random.uuid().slice(0, 8)}`,
    events: events.filter((name) => name === "job.failed" || random.next() < 0.5),
    active: random.next() < 0.85,
    createdMs: anchorMs - Math.floor((2 + 700 * random.next()) * dayMs),
  }));
}

/**
 * Adds jobs and numbers for the newest demo customers of an environment, and some webhooks. `newest` must be sorted by
 * creation time, newest first. The same input always gives the same data. Times are relative to `anchorMs`.
 */
export async function seedResources(
  store: Pick<StoreParts, "jobs" | "numbers" | "webhooks">,
  options: { environment: Environment; newest: readonly CustomerRecord[]; anchorMs: number },
): Promise<void> {
  const { environment, newest, anchorMs } = options;
  const random = createRandom(`switchboard resources ${environment}`);
  const jobs = newest
    .filter(({ deletedMs }, index) => index < jobsSeeded[environment] || deletedMs !== undefined)
    .map((customer) => generateJob(random, customer, anchorMs));
  await store.jobs.insert(environment, jobs, true);
  for (const customer of newest) {
    if (customer.deletedMs !== undefined) continue;
    await store.numbers.assign(environment, {
      customerID: customer.customerID,
      count: numbersOf(customer),
      atMs: Math.min(customer.createdMs + 5_000, anchorMs),
      seeded: true,
    });
  }
  await store.webhooks.insert(environment, generateWebhooks(random, webhooksSeeded[environment], anchorMs), true);
}
