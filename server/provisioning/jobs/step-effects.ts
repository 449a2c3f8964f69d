import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { JobStepName } from "#server/provisioning/store/resources/job-store.ts";
import type { StoreParts } from "../store/open-store.ts";

/** The maximum number of telephone numbers of a new customer. The specification does not define it. */
const maxNumbers = 10;

/**
 * Returns how many telephone numbers a new customer gets: one for each user, up to the maximum. A customer with a
 * hardware-only plan gets none.
 */
export function numbersOf(customer: Pick<CustomerRecord, "plan" | "usersCount">): number {
  return customer.plan === "hardware-only" ? 0 : Math.min(maxNumbers, Math.max(1, customer.usersCount));
}

interface StepContext {
  store: StoreParts;
  environment: Environment;
  customer: CustomerRecord;
  nowMs: number;
}

/** Adds an action of the service itself to the customer's activities. */
export async function recordProvisioning(context: StepContext, to: string, description: string): Promise<void> {
  const { store, environment, customer, nowMs } = context;
  await store.activities.record(environment, customer.customerID, {
    activityID: randomUUID(),
    type: "provisioning",
    direction: "internal",
    from: "provisioning",
    to,
    atMs: nowMs,
    durationSeconds: 0,
    description,
  });
}

/**
 * The effects of each finished step. They run in the transaction that finishes the step, after the job's revision was
 * incremented. An effect therefore happens once or not at all.
 */
export const stepEffects: Readonly<Record<JobStepName, (context: StepContext) => Promise<void>>> = {
  validate: async () => {},

  allocate: (context) => recordProvisioning(context, "account", "Account allocated"),

  "admin-user": (context) =>
    recordProvisioning(context, context.customer.adminEmail ?? "administrator", "Administrator invited"),

  async numbers(context) {
    const { store, environment, customer, nowMs } = context;
    const count = numbersOf(customer);
    const numbers = await store.numbers.assign(environment, {
      customerID: customer.customerID,
      count,
      atMs: nowMs,
      seeded: false,
    });
    for (const number of numbers) await recordProvisioning(context, number, "Number assigned");
  },

  activate: (context) => recordProvisioning(context, "account", "Customer activated"),
};

/** Undoes a creation whose job failed, so that no incomplete customer remains. */
export async function rollBack(context: StepContext): Promise<void> {
  const { store, environment, customer, nowMs } = context;
  await store.numbers.release(environment, customer.customerID);
  await store.contracts.deleteCustomer(environment, customer.customerID, nowMs);
  await recordProvisioning(context, "account", "Creation failed, customer deleted");
}
