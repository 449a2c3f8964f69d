import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** A change that restores the value from before a verified change. */
export interface Undo {
  /** The ID of the verified change that is undone. */
  undoOf: string;
  member: keyof Contract;
  value: string;
  /** The contract after the verified change. The undo expects this contract. */
  expected: Contract;
  /** The ticket of the verified change. The undo uses the same ticket. */
  ticket?: string;
}

/** The URL parameters of a customer's page that open a contract form. */
export const formParameters = { member: "change", value: "value", undoOf: "undo" } as const;

/**
 * Returns the query that opens the form on a customer's page with a value filled in. Opening the form sends nothing.
 */
export const filledFormQuery = (member: keyof Contract, value: string) =>
  new URLSearchParams({ [formParameters.member]: member, [formParameters.value]: value });

/** Returns the query that opens the review of the undo on a customer's page. */
export const undoQuery = ({ undoOf, member }: Undo) =>
  new URLSearchParams({ [formParameters.member]: member, [formParameters.undoOf]: undoOf });

/**
 * Returns the undo of an operation. Undefined if the operation is not a verified contract change, or if the contract
 * before or after it is unknown.
 */
export function undoOfChange(operation: Operation): Undo | undefined {
  const { operationID, kind, request, before, after, confirmedAt, ticket } = operation;
  if (kind !== "change-contract" || confirmedAt === undefined || !before || !after) return undefined;
  const member = request.term === undefined ? "plan" : "term";
  const value = before[member];
  const { plan, term } = after;
  const expected = { ...(plan !== undefined && { plan }), ...(term !== undefined && { term }) };
  if (value === undefined) return undefined;
  return { undoOf: operationID, member, value, expected, ...(ticket !== undefined && { ticket }) };
}
