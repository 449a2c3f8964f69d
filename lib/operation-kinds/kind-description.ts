import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** The outcomes for which each kind has its own sentence. Any other outcome has one sentence for all kinds. */
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
  /** The earlier value. Null if it was not read. Absent if the requested value replaces no earlier value. */
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

/** A link to something that a person can do next. */
export interface NextStep {
  label: string;
  href: string;
  variant: "primary" | "secondary" | "quiet";
  icon?: "again" | "undo";
  /** What a person should know before they follow the link. */
  note?: string;
}

/** The facts that decide the next steps. */
export interface NextStepState {
  operation: Operation;
  detail: OutcomeDetail;
  customerID: string | undefined;
  /** True if another operation has used the values of this operation again. */
  isRepeated: boolean;
  /** True if a verified change has undone the operation. */
  isUndone: boolean;
}

/** A route's method and path, as in the BFF's route table. */
export type OperationRoute = `${"POST" | "PUT" | "PATCH" | "DELETE"} /api/:environment/${string}`;

/**
 * One kind of operation as people see it: its route, its texts, and how its request is shown. The `OperationKind` of
 * the BFF (server/bff/operations/operation-kind.ts) sends and checks such operations.
 */
export interface KindDescription {
  /** The name of the kind in the store and in JSON. */
  kind: string;
  /** The route that starts such an operation. */
  route: OperationRoute;
  /** The action: `Change contract`. */
  name: string;
  /** The action as a noun: `Contract change`. */
  noun: string;
  /** The noun in plural: `Contract changes`. */
  plural: string;
  /**
   * The action with the requested value, for a place that also shows the customer's name: `Change plan to
   * Professional`.
   */
  action(request: Operation["request"]): string;
  /** The action with the requested value. It contains the customer's name if the name is known. */
  title(request: Operation["request"], company: string | undefined): string;
  /** The permission to start such an operation. `words` describes it, to be put after "may" in a sentence. */
  permission: { name: Permission; words: string };
  /**
   * A subject for which the policy can require a ticket or a reason. `subject` is its value in JSON. `name` is its name
   * on pages.
   */
  ticketSubject: { subject: string; name: string };
  sentences: Readonly<Record<WordedDetail, string>>;
  /** How Switchboard finds the result of an unknown operation, or the effect of an accepted one. */
  howChecked(operation: Pick<Operation, "effect">): string;
  /** The requested values, the most important first. */
  values(operation: Pick<Operation, "request" | "before">): readonly RequestedValue[];
  /** What a person with the permission can do next, besides opening the customer's page. */
  nextSteps(state: NextStepState): readonly NextStep[];
  /** The change of the customer's contract. Kinds that change no contract do not have this method. */
  contractChange?(operation: Pick<Operation, "request" | "before">): ContractChange;
}
