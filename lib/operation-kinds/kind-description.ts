import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/**
 * The outcome details for which each operation kind has its own sentence. All other details have one sentence for all
 * kinds.
 */
export type WordedDetail = Extract<
  OutcomeDetail,
  "awaiting-effect" | "verified" | "succeeded" | "accepted" | "resolved" | "failed" | "effect-not-seen" | "superseded"
>;

/** A value of a request that the operation's page lists. */
export interface RequestedValue {
  name: string;
  value: string | undefined;
  /**
   * The contract member, if the value is a plan or a term. The page then shows the name of the plan or the term instead
   * of the API's value.
   */
  member?: keyof Contract;
  /**
   * The value before the operation. Null if it was not read. Absent if the requested value does not replace a value.
   */
  before?: string | null;
  /** Set for the most important value of the request. */
  isMain?: true;
}

/** A change of one member of a contract. */
export interface ContractChange {
  member: keyof Contract;
  before: string | undefined;
  value: string | undefined;
}

/** A link to an action that a person can take next. */
export interface NextStep {
  label: string;
  href: string;
  variant: "primary" | "secondary" | "quiet";
  icon?: "again" | "undo";
  /** What a person should know before they follow the link. */
  note?: string;
}

/** The data that determine which next steps a page offers. */
export interface NextStepState {
  operation: Operation;
  detail: OutcomeDetail;
  customerID: string | undefined;
  /** True if a later operation has reused the values of this operation. */
  isRepeated: boolean;
  /** True if a verified change has undone the operation. */
  isUndone: boolean;
}

/** A route's method and path, as in the BFF's route table. */
export type OperationRoute = `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/:environment/${string}`;

/**
 * One kind of operation as people see it: its route, its texts, and how its request is shown. Its counterpart in the
 * BFF is `OperationKind` (server/bff/operations/operation-kind.ts), which sends and checks such operations.
 */
export interface KindDescription {
  /** The name of the kind in the database and in JSON. */
  kind: string;
  /** The route that starts an operation of this kind. */
  route: OperationRoute;
  /** The action: `Change contract`. */
  name: string;
  /** The action as a noun: `Contract change`. */
  noun: string;
  /** The plural of the noun: `Contract changes`. */
  plural: string;
  /** The action with the requested value: `Change plan to Professional`. Used next to the customer's name. */
  action(request: Operation["request"]): string;
  /** The action with the requested value, and with the customer's name if it is known. */
  title(request: Operation["request"], company: string | undefined): string;
  /**
   * The permission that a person needs to start an operation of this kind. `words` describes the permission, in the
   * form that follows "may" in a sentence.
   */
  permission: { name: Permission; words: string };
  /**
   * The subject for which the policy can require a ticket or a reason. `subject`: the value in JSON. `name`: the
   * displayed name.
   */
  ticketSubject: { subject: string; name: string };
  sentences: Readonly<Record<WordedDetail, string>>;
  /**
   * Explains how Switchboard finds the result of an unknown operation, or verifies the effect of an accepted operation.
   */
  howChecked(operation: Pick<Operation, "effect">): string;
  /** The requested values, most important first. */
  values(operation: Pick<Operation, "request" | "before">): readonly RequestedValue[];
  /** The next steps for a person with the permission, in addition to opening the customer's page. */
  nextSteps(state: NextStepState): readonly NextStep[];
  /** The change of the customer's contract. Absent for kinds that do not change contracts. */
  contractChange?(operation: Pick<Operation, "request" | "before">): ContractChange;
}
