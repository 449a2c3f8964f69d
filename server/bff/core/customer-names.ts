import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";

/** The names of customers that records of other things mention by their ID. They are never requested from the API. */
export interface CustomerNames {
  /** The name of a customer that this process has read; undefined where it has not. */
  known(environment: Environment, customerID: string): string | undefined;
  /** The names of those that are known, by `idKey`; at most one reading of the store, however many there are. */
  of(environment: Environment, customerIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The names of those that these jobs are about, by `idKey` of the job, as operations recorded them. */
  ofJobs(environment: Environment, jobIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Named {
  customerID?: string | undefined;
  jobID?: string | undefined;
  companyName?: string | undefined;
}

/**
 * Records with the names of their customers, by the customer's ID, else by the job's: an API may tell whom a job is
 * about only when it ends. One whose customer is not known stays as it is.
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
  const wanted = new Set(records.flatMap((record) => (isUnnamed(record) ? (idOf(record) ?? []) : [])));
  if (wanted.size === 0) return [...records];
  const known = await namesOf([...wanted]);
  return records.map((record) => {
    const id = idOf(record);
    const companyName = id === undefined ? undefined : known.get(idKey(id));
    return companyName === undefined || !isUnnamed(record) ? record : { ...record, companyName };
  });
}
