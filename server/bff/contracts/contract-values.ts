import type { Contract } from "#lib/contract/customers/customer.ts";
import type { FieldError } from "#lib/contract/errors.ts";
import type { ChangeContract } from "#lib/contract/operations/operation-requests.ts";
import type { ViewDefinition } from "#lib/contract/operations/view-target.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** The body of `PATCH …/contract`: exactly one of the two members (specification, section 4.4). */
export type ContractChange = { term: string } | { plan: string };

/** The members of a contract that can be changed. */
const members = ["term", "plan"] as const;

/** The expected values of a contract: one member or both. */
export type ExpectedContract = { term?: string | undefined; plan?: string | undefined };

/** True if the contract has all of these values. */
export function matchesContract(contract: Contract, wanted: ExpectedContract): boolean {
  return members.every((name) => wanted[name] === undefined || contract[name] === wanted[name]);
}

/**
 * A message for each member whose value differs from the expected value, with both values. With `isWhole`, a member
 * without an expected value must be empty.
 */
export function contractDifferences(contract: Contract, expected: ExpectedContract, isWhole = false): FieldError[] {
  return members
    .filter((name) => (isWhole || expected[name] !== undefined) && contract[name] !== expected[name])
    .map((field) => ({ field, message: `is ${shown(contract[field])} now; expected was ${shown(expected[field])}` }));
}

const shown = (value: string | undefined) => (value === undefined ? "nothing" : JSON.stringify(value));

/** Describes a contract in a sentence, with the names that pages use for its values. */
export function contractText(contract: Contract): string {
  const text = (name: (typeof members)[number], value = "") =>
    value === "" ? `no ${name}` : `the ${name} ${contractValueName(name, value)}`;
  return members.map((name) => text(name, contract[name])).join(" and ");
}

/** The request of a recorded change. It is not validated again, because it was validated before it was recorded. */
export const requestOf = ({ request }: Pick<StoredOperation, "request">): ChangeContract => request;

/** The view whose customers are changed, and the person whose access and pins the view uses. */
export interface TargetView extends ViewDefinition {
  staffID: string;
}

/** The view whose customers a recorded change is for. Undefined for other changes. */
export const viewOf = ({ request }: Pick<StoredOperation, "request">): TargetView | undefined =>
  (request as { ofView?: TargetView }).ofView;

/**
 * True if the operation belongs to a planned change. Such a change expects the complete reviewed contract, not only one
 * member.
 */
export const isPlanned = ({ request }: Pick<StoredOperation, "request">) => "plannedChangeID" in request;

/** True if two contracts are equal in both members. Two missing values are equal. */
export function isSameContract(a: ExpectedContract, b: ExpectedContract): boolean {
  return members.every((name) => a[name] === b[name]);
}

/** The member that a recorded change sets, and its new value. */
export function changeOf(operation: Pick<StoredOperation, "request">): ContractChange {
  const { term, plan } = requestOf(operation);
  return term === undefined ? { plan: plan ?? "" } : { term };
}
