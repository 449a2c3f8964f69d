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

/** The context for reading the target or the result of a write. */
export interface ReadContext {
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /** Receives each page of customers that is read. The page may also decide other waiting writes. */
  shared?: SharedReading;
}

/** The context for sending a write. */
export interface SendContext extends ReadContext {
  /** Call this immediately before each attempt. Throws an AppError if the write must not be sent any more. */
  beforeSend(): void;
}

/** The result of the check before sending: the current contract, its customer, and the error if nothing may be sent. */
export interface PreSendCheck {
  before?: Contract;
  /** The customer's name, if it was read. */
  companyName?: string;
  refusal?: AppError;
}

/**
 * The result of reading a write's effect: the current contract, whether the write took effect, and if not, the reason.
 */
export interface ChangeVerification {
  contract?: Contract | undefined;
  isInForce: boolean;
  message?: string | undefined;
}

/**
 * The API's answer. If the first request had no answer and was repeated, also what was read before the second request.
 */
export interface SendOutcome {
  result: WriteResult<{ customerID?: string; jobID?: string; contract?: Contract }>;
  meanwhile?: ChangeVerification | undefined;
}

/**
 * The result of reconciling. Either the write is settled, or the result has a message and the customers that would
 * match.
 */
export type Reconciled = "settled" | { message: string; customerIDs: string[] };

/** How one kind of write differs from other kinds. The room that defines a kind adds it in its `module.ts`. */
export interface OperationKind<Name extends OperationKindName> {
  /** The kind's name in the store and on the wire. lib/operation-kinds has its names for people. */
  kind: Name;
  /**
   * True for a kind that is complete as soon as the API has accepted it without a job. Its duration is the time until
   * the answer. For other kinds, the end is unknown if there is no job.
   */
  isDoneWithoutJob: boolean;
  /**
   * True if such a write suspends the customer's planned change. A write that the planned change itself sends does not
   * suspend it.
   */
  suspendsPlannedChanges: boolean;
  /** True if the write creates a customer. Customer lists show the outcome of such a write. */
  createsCustomer?: true;
  /** Checks before sending whether the write may be sent. If `check` throws, the write is rejected. */
  check?(context: SendContext, operation: StoredOperation): Promise<PreSendCheck>;
  /** Sends the recorded operation. Never throws, because every result must be stored. */
  send(context: SendContext, operation: StoredOperation): Promise<SendOutcome>;
  /** Reads the result of a write whose answer was lost. Settles the write if the result is certain. */
  reconcile(context: ReadContext, operation: StoredOperation): Promise<Reconciled>;
  /** The customer that the job names. Absent for a kind whose writes already have a customer. */
  customerOfJob?(job: Job): string | undefined;
  /**
   * Reads whether the write took effect. Called after the write was accepted and its job has succeeded. Called again
   * until the write took effect. Absent if no reading can show the effect.
   */
  verify?(context: ReadContext, operation: StoredOperation): Promise<ChangeVerification>;
  /** Like `verify`, but uses a customer that was read for another write. */
  verifyOn?(customer: Customer, operation: StoredOperation): ChangeVerification;
  /** Like `verify`, but uses a contract that was read before a later write to the same customer. */
  verifyBefore?(contract: Contract, operation: StoredOperation): ChangeVerification;
  /** True if a later, accepted write to the same customer hides the effect of the earlier write. */
  supersedes?(later: StoredOperation, earlier: StoredOperation): boolean;
}

/** A kind of any name. */
export type AnyOperationKind = OperationKind<OperationKindName>;

/** The kinds by name. */
export type OperationKinds = ReadonlyMap<string, AnyOperationKind>;
