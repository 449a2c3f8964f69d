import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { CustomerServices } from "./customer-services.ts";

/** Finds customer names among the known customers. For unknown customers, the names come from the stored operations. */
export function createCustomerNames({ known, store }: Pick<CustomerServices, "known" | "store">) {
  const names: CustomerNames = {
    async of(environment, customerIDs) {
      const found = new Map<string, string>();
      for (const [key, { companyName }] of await known[environment].findAll(customerIDs)) {
        if (companyName !== "") found.set(key, companyName);
      }
      const others = customerIDs.filter((customerID) => !found.has(idKey(customerID)));
      const recorded = await store.operations.companyNamesOf(environment, "customerID", others);
      for (const { id, companyName } of recorded) found.set(idKey(id), companyName);
      return found;
    },
    async ofJobs(environment, jobIDs) {
      const recorded = await store.operations.companyNamesOf(environment, "jobID", jobIDs);
      return new Map(recorded.map(({ id, companyName }) => [idKey(id), companyName]));
    },
  };
  return names;
}
