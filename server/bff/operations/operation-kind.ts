import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { OperationKindName } from "#lib/operation-kinds/operation-kinds.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { SharedReading } from "#server/bff/customers/scan-for-customer.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** The context for reading the customer or the result of a write. */
export interface ReadContext {
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /** Gets each page of customers that is read. The page may also verify other waiting writes. */
  shared?: SharedReading;
}

/** The context for sending a write. */
export interface SendContext extends ReadContext {
  /** Must be called before each attempt that had to wait. Throws an AppError if the write must no longer be sent. */
  afterWait(): Promise<void>;
  /** Must be called immediately before each attempt. Throws an AppError if the write must no longer be sent. */
  beforeSend(): void;
}

/**
 * The result of the check before sending: the current contract, the customer's name, and an error if nothing may be
 * sent.
 */
export interface PreSendCheck {
  before?: Contract;
  /** The customer's name, if it was read. */
  companyName?: string;
  refusal?: AppError;
}

/**
 * The result of verifying a write: the current contract, whether the write has taken effect, and the reason if it has
 * not.
 */
export interface ChangeVerification {
  contract?: Contract | undefined;
  isInForce: boolean;
  message?: string | undefined;
}

/**
 * The API's answer to a write. If the first request had no answer and was repeated, `meanwhile` is what was read
 * between the two requests.
 */
export interface SendOutcome {
  result: WriteResult<{ customerID?: string; jobID?: string; contract?: Contract }>;
  meanwhile?: ChangeVerification | undefined;
}

/** The result of reconciling. The write is settled, or the result has a message and the customers that may match. */
export type Reconciled = "settled" | { message: string; customerIDs: string[] };

/**
 * Describes how one kind of write differs from other kinds. The module that defines a kind adds it in its `module.ts`.
 *
 * The request of an operation must name the members of the customer that it changes, with their new values, for example
 * `{ deleted: true }`. The customer's history compares these members with the API's answers (`store/known/causes.ts`).
 * It shows a change that no request explains as made outside Switchboard.
 */
export interface OperationKind<Name extends OperationKindName> {
  /** The kind's name in the store and on the wire. lib/operation-kinds has the name that people see. */
  kind: Name;
  /**
   * True if the write is complete as soon as the API has accepted it without a job. Its duration then ends with the
   * API's answer. For other kinds, the end is unknown if there is no job.
   */
  isDoneWithoutJob: boolean;
  /**
   * True if a person's write of this kind suspends the customer's planned change. The planned change's own writes do
   * not suspend it.
   */
  suspendsPlannedChanges: boolean;
  /** True if the write creates a customer. Customer lists show the outcome of such a write. */
  createsCustomer?: true;
  /** Checks whether the write may be sent. Called before sending. If it throws, the write is rejected. */
  check?(context: SendContext, operation: StoredOperation): Promise<PreSendCheck>;
  /** Sends the recorded operation. Never throws, because every result must be stored. */
  send(context: SendContext, operation: StoredOperation): Promise<SendOutcome>;
  /** Reads the result of a write if the API's answer was lost. Settles the write if its result is certain. */
  reconcile(context: ReadContext, operation: StoredOperation): Promise<Reconciled>;
  /** The customer that the job names. Absent if writes of this kind already have a customer. */
  customerOfJob?(job: Job): string | undefined;
  /**
   * Reads whether the write has taken effect. Called after the write was accepted and its job has succeeded, and then
   * repeated until the write has taken effect. Absent if the API cannot show the effect.
   */
  verify?(context: ReadContext, operation: StoredOperation): Promise<ChangeVerification>;
  /** Like `verify`, but with a customer that was read for another write. */
  verifyOn?(customer: Customer, operation: StoredOperation): ChangeVerification;
  /** Like `verify`, but with the contract that was read before a later write to the same customer. */
  verifyBefore?(contract: Contract, operation: StoredOperation): ChangeVerification;
  /** True if `later` hides the effect of `earlier`. `later` is an accepted write to the same customer. */
  supersedes?(later: StoredOperation, earlier: StoredOperation): boolean;
}

/** An operation kind with any name. */
export type AnyOperationKind = OperationKind<OperationKindName>;

/** The operation kinds, by name. */
export type OperationKinds = ReadonlyMap<string, AnyOperationKind>;
