import type { Contract } from "#lib/contract/customer.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import type { ChangeContract } from "#lib/contract/operation-requests.ts";
import type { ContractChange } from "#server/api-client/endpoints/change-contract.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** The members of a contract that can be changed. */
const members = ["term", "plan"] as const;

/** What a contract should hold: one member for a change, one or both for what somebody expects. */
export type Wanted = { term?: string | undefined; plan?: string | undefined };

/** True when the contract has every value that is wanted. */
export function matchesContract(contract: Contract, wanted: Wanted): boolean {
  return members.every((name) => wanted[name] === undefined || contract[name] === wanted[name]);
}

/** A message at each member whose value is another than expected, with both values. */
export function differences(contract: Contract, expected: Wanted): FieldError[] {
  return members
    .filter((name) => expected[name] !== undefined && contract[name] !== expected[name])
    .map((field) => ({ field, message: `is ${shown(contract[field])} now; expected was ${shown(expected[field])}` }));
}

const shown = (value: string | undefined) => (value === undefined ? "nothing" : JSON.stringify(value));

/** A contract in a sentence. */
export function inWords(contract: Contract): string {
  return members.map((name) => `${name} ${shown(contract[name])}`).join(", ");
}

/** What a recorded change asks for. It is as it was checked before it was recorded: nothing is checked anew. */
export const askedOf = ({ request }: Pick<StoredOperation, "request">): ChangeContract => request;

/** The one member that a recorded change sets. */
export function changeOf(operation: Pick<StoredOperation, "request">): ContractChange {
  const { term, plan } = askedOf(operation);
  return term === undefined ? { plan: plan ?? "" } : { term };
}
