import type { Customer } from "#lib/contract/customers/customer.ts";
import type { ScanFilters } from "#lib/contract/customers/customer-scan.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";

/** True if the customer matches the filters. A value that the API does not provide matches no filter. */
export function matchesScan(
  { contract, usersCount }: Pick<Customer, "contract" | "usersCount">,
  { plan, term, users }: ScanFilters,
): boolean {
  if (!fits("plan", contract.plan, plan) || !fits("term", contract.term, term)) return false;
  if (users === undefined) return true;
  if (usersCount === undefined) return false;
  return usersCount >= (users.min ?? 0) && usersCount <= (users.max ?? Number.POSITIVE_INFINITY);
}

const fits = (member: "plan" | "term", value: string | undefined, wanted: string | undefined) =>
  wanted === undefined || (value !== undefined && isSameContractValue(member, value, wanted));
