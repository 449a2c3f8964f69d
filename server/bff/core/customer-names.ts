import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";

/** Finds the names of customers for records that contain only customer IDs. Never calls the API. */
export interface CustomerNames {
  /** The known names, by `idKey`. For any number of customers, the store is read at most twice. */
  of(environment: Environment, customerIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The names of the customers of these jobs, by `idKey` of the job. The names come from recorded operations. */
  ofJobs(environment: Environment, jobIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Named {
  customerID?: string | undefined;
  jobID?: string | undefined;
  companyName?: string | undefined;
}

/**
 * Adds customer names to records. The name is found by the customer's ID or, without one, by the job's ID. An API can
 * leave out the customer of a job until the job ends. A record with an unknown customer is not changed.
 */
export async function withCompanyNames<Some extends Named>(
  names: CustomerNames,
  environment: Environment,
  records: readonly Some[],
): Promise<Some[]> {
  const byCustomer = await withNames(
    records,
    ({ customerID }) => customerID,
    (ids) => names.of(environment, ids),
  );
  return withNames(
    byCustomer,
    ({ jobID }) => jobID,
    (ids) => names.ofJobs(environment, ids),
  );
}

async function withNames<Some extends Named>(
  records: readonly Some[],
  idOf: (record: Some) => string | undefined,
  namesOf: (ids: string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Some[]> {
  const isUnnamed = ({ companyName }: Named) => companyName === undefined || companyName === "";
  const wantedIDs = new Set(records.flatMap((record) => (isUnnamed(record) ? (idOf(record) ?? []) : [])));
  if (wantedIDs.size === 0) return [...records];
  const knownNames = await namesOf([...wantedIDs]);
  return records.map((record) => {
    const id = idOf(record);
    const companyName = id === undefined ? undefined : knownNames.get(idKey(id));
    return companyName === undefined || !isUnnamed(record) ? record : { ...record, companyName };
  });
}
