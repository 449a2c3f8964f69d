import { randomUUID } from "node:crypto";
import type { ContractRecord } from "#server/provisioning/store/customers/contract-store.ts";
import type { Plan, Term } from "../contract-values.ts";
import { answerSandboxValue } from "../sandbox-values.ts";
import { customerNotFound, type ResourceContext } from "./resource-context.ts";

/** A change of either the term or the plan (specification, section 4.4). */
export type ContractChange = { term: Term; plan?: undefined } | { plan: Plan; term?: undefined };

/** The maximum number of attempts if other changes are made at the same time. */
const maxAttempts = 5;

/**
 * Changes a customer's term or plan (specification, section 4.4). Adds the change to the customer's activities in the
 * same transaction. The member that is not changed keeps its value, even if another request changes it at the same
 * time. A change to the current value succeeds, but adds no activity.
 */
export async function changeContract(options: {
  context: ResourceContext;
  customerID: string;
  input: ContractChange;
}): Promise<ContractRecord> {
  const { context, customerID, input } = options;
  const { environment, store } = context;
  answerSandboxValue(environment, customerID, context.clock());
  const field = input.term === undefined ? "plan" : "term";
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const contract = await store.transaction(async ({ contracts, activities }) => {
      const found = await contracts.find(environment, customerID);
      if (!found || found.customer.deletedMs !== undefined) throw customerNotFound();
      const before: ContractRecord = { term: found.customer.term, plan: found.customer.plan };
      const after: ContractRecord = { term: input.term ?? before.term, plan: input.plan ?? before.plan };
      if (after[field] === before[field]) return before;
      if (!(await contracts.change(environment, customerID, before, after))) return undefined;
      await activities.record(environment, customerID, {
        activityID: randomUUID(),
        type: "provisioning",
        direction: "internal",
        from: "provisioning",
        to: "contract",
        atMs: context.clock(),
        durationSeconds: 0,
        description: `Contract changed: ${field} from ${before[field]} to ${after[field]}`,
      });
      return after;
    });
    if (contract) return contract;
  }
  throw new Error("The contract was changed by others at every attempt");
}
