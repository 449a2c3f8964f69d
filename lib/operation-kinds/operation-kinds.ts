import type { Operation } from "#lib/contract/operations/operation.ts";
import { changeContractKind } from "./change-contract.ts";
import { createCustomerKind } from "./create-customer.ts";
import type { ContractChange, KindDescription } from "./kind-description.ts";

/** All kinds of operations, in the order of the filter. */
export const operationKinds = [createCustomerKind, changeContractKind] as const;

export type OperationKindName = (typeof operationKinds)[number]["kind"];

const descriptions: ReadonlyMap<string, KindDescription> = new Map(
  operationKinds.map((description) => [description.kind, description]),
);

/**
 * Returns the description of a kind. Undefined for a kind that only a newer version knows. Pages then show the stored
 * name.
 */
export const describeKind = (kind: string): KindDescription | undefined => descriptions.get(kind);

/**
 * Returns the contract change that an operation requests. Undefined if the operation's kind does not change contracts.
 */
export const contractChangeOf = (
  operation: Pick<Operation, "kind" | "request" | "before">,
): ContractChange | undefined => describeKind(operation.kind)?.contractChange?.(operation);
