import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { CustomerServices } from "./customer-services.ts";

/** Finds names in the directory, and otherwise in the record of operations. */
export function createCustomerNames({ directories, store }: Pick<CustomerServices, "directories" | "store">) {
  const names: CustomerNames = {
    known: (environment, customerID) => directories[environment].find(customerID)?.companyName || undefined,
    async of(environment, customerIDs) {
      const found = new Map<string, string>();
      const others: string[] = [];
      for (const customerID of customerIDs) {
        const name = names.known(environment, customerID);
        if (name === undefined) others.push(customerID);
        else found.set(idKey(customerID), name);
      }
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
