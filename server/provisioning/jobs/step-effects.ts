import { randomUUID } from "node:crypto";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { JobStepName } from "#server/provisioning/store/resources/job-store.ts";
import type { StoreParts } from "../store/open-store.ts";

/** The maximum number of telephone numbers for a new customer. The specification does not define it. */
const maxNumbers = 10;

/**
 * How many telephone numbers a new customer gets. There is one number for each user, up to the maximum. Customers with
 * a hardware-only plan get no numbers.
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

/** Adds an activity to the customer for an action of the service itself. */
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
 * What each step changes. The effect runs in the transaction that finishes the step, after the job's revision was
 * incremented. So the effect happens exactly once or not at all.
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

/** Undoes a creation after its job has failed. No incomplete customer remains. */
export async function rollBack(context: StepContext): Promise<void> {
  const { store, environment, customer, nowMs } = context;
  await store.numbers.release(environment, customer.customerID);
  await store.contracts.deleteCustomer(environment, customer.customerID, nowMs);
  await recordProvisioning(context, "account", "Creation failed, customer deleted");
}
