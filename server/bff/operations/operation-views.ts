import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { OperationJobs } from "./operation-jobs.ts";
import type { OperationServices } from "./operation-services.ts";
import { operationView } from "./operation-view.ts";

async function viewWithStuck(jobs: OperationJobs, stored: StoredOperation): Promise<Operation> {
  const view = operationView(stored);
  if (stored.jobID === null || stored.jobFinishedAt !== null) return view;
  const sinceMs = await jobs.stuckSinceMs(stored);
  return sinceMs === undefined ? view : { ...view, stuckSince: new Date(sinceMs).toISOString() };
}

/**
 * Converts operations of an environment to the console's API format. Adds since when each job seems stuck, and the
 * current name of each person. If an operation was recorded without a customer name, the current name is added.
 */
export async function operationViews(
  { operationJobs, customerNames, store }: Pick<OperationServices, "operationJobs" | "customerNames" | "store">,
  environment: Environment,
  stored: readonly StoredOperation[],
): Promise<Operation[]> {
  const views = await Promise.all(stored.map((operation) => viewWithStuck(operationJobs, operation)));
  return withCompanyNames(customerNames, environment, await withPersonNames(store.staff, ["actor"], views));
}
