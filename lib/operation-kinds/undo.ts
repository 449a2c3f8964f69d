import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** A change back to the value from before a verified change. */
export interface Undo {
  /** The ID of the verified change. */
  undoOf: string;
  member: keyof Contract;
  value: string;
  /** The contract after the verified change. */
  expected: Contract;
  /** The ticket of the verified change, which the undo uses too. */
  ticket?: string;
}

/** The URL parameters of a customer's page that say which form of its contract is open. */
export const formParameters = { member: "change", undoOf: "undo" } as const;

/** The query of a customer's page with the review of the undo. */
export const undoQuery = ({ undoOf, member }: Undo) =>
  new URLSearchParams({ [formParameters.member]: member, [formParameters.undoOf]: undoOf });

/** The undo of an operation. Undefined if the operation is no verified change, or if its earlier value is unknown. */
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
