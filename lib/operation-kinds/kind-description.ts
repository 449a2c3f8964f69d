import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** The outcomes that each kind words itself. The sentences of the others suit every kind. */
export type WordedDetail = Extract<
  OutcomeDetail,
  "awaiting-effect" | "verified" | "succeeded" | "accepted" | "resolved" | "failed" | "effect-not-seen" | "superseded"
>;

/** A value of a request, as the operation's page lists it. */
export interface RequestedValue {
  name: string;
  value: string | undefined;
  /** The contract's member, if the value is one of its values: these are shown with their names. */
  member?: keyof Contract;
  /** The value that this one replaces; null if it was not read. Missing for a value that replaces none. */
  before?: string | null;
  /** True for the value that says most about the request. */
  isMain?: true;
}

/** A change of one member of a contract. */
export interface ContractChange {
  member: keyof Contract;
  before: string | undefined;
  value: string | undefined;
}

/** A link to what a person can do next. */
export interface NextStep {
  label: string;
  href: string;
  variant: "primary" | "secondary" | "quiet";
  icon?: "again" | "undo";
  /** What to know before. */
  note?: string;
}

/** The state on which the next steps depend. */
export interface NextStepState {
  operation: Operation;
  detail: OutcomeDetail;
  customerID: string | undefined;
  /** True if the operation was started again. */
  isRepeated: boolean;
  /** True if a verified change has undone the operation. */
  isUndone: boolean;
}

/** A route's method and address, as in the BFF's route table. */
export type OperationRoute = `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/:environment/${string}`;

/**
 * One kind of operation as people see it: its address, its words, and how its request is shown. How it is sent and
 * checked is an `OperationKind` of the BFF (server/bff/operations/operation-kind.ts).
 */
export interface KindDescription {
  /** The name of the kind in the store and on the wire. */
  kind: string;
  /** The route that starts such an operation. */
  route: OperationRoute;
  /** The action: `Change contract`. */
  name: string;
  /** The action as a noun: `Contract change`. */
  noun: string;
  /** Several of them: `Contract changes`. */
  plural: string;
  /** The action with the requested value, beside the customer's name: `Change plan to Professional`. */
  action(request: Operation["request"]): string;
  /** The action with the requested value and the customer's name, if it is known. */
  title(request: Operation["request"], company: string | undefined): string;
  /** The permission to start such an operation, and its name as the end of a sentence with "may". */
  permission: { name: Permission; words: string };
  /** What the policy can require a ticket or a reason for: its word on the wire, and its name on pages. */
  ticketSubject: { subject: string; name: string };
  sentences: Readonly<Record<WordedDetail, string>>;
  /** How Switchboard determines the result of an unknown operation, or the effect of an accepted one. */
  howChecked(operation: Pick<Operation, "effect">): string;
  /** The requested values, the most important first. */
  values(operation: Pick<Operation, "request" | "before">): readonly RequestedValue[];
  /** What a person with the permission can do next, besides opening the customer. */
  nextSteps(state: NextStepState): readonly NextStep[];
  /** The change of the customer's contract. Missing for kinds that change none. */
  contractChange?(operation: Pick<Operation, "request" | "before">): ContractChange;
}
