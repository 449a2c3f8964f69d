import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** What is needed to read what a write is about, or what it has come to. */
export interface ReadContext {
  environment: Environment;
  client: ApiClient;
  call: CallContext;
  /** Who else is waited for, and who is told of every customer that comes past: one page answers for all on it. */
  shared?: SharedReading;
}

export interface SharedReading {
  customerIDs: readonly string[];
  saw(customers: readonly Customer[]): void;
}

/** What is needed to send a write. */
export interface SendContext extends ReadContext {
  /** To be called just before each sending; throws an AppError where it must not be sent any more. */
  beforeSend(): void;
}

/** What reading has shown before sending: the contract as it was, whose it is, and what forbids to send. */
export interface PreSendCheck {
  before?: Contract;
  /** The customer's name, where it was read. */
  companyName?: string;
  refusal?: AppError;
}

/** What reading has shown of a write: the contract as it is, whether what was requested is in force, and why not. */
export interface ChangeVerification {
  contract?: Contract | undefined;
  isInForce: boolean;
  message?: string | undefined;
}

/** What the API has answered, and what was read meanwhile where it was not answered the first time. */
export interface SendOutcome {
  result: WriteResult<{ customerID?: string; jobID?: string; contract?: Contract }>;
  meanwhile?: ChangeVerification | undefined;
}

/** What reading has shown: the write is settled, or a sentence and the customers that would fit. */
export type Reconciled = "settled" | { message: string; customerIDs: string[] };

/** How one kind of write differs from others. Each room defines its own kinds; `bff-dependencies.ts` registers them. */
export interface OperationKind {
  /** Its name in the store and on the wire. */
  kind: string;
  /**
   * True of one that is done as soon as the API has accepted it without a job, so that the answer took as long as
   * the write did. When any other such write was done is not known.
   */
  isDoneWithoutJob: boolean;
  /** True where it makes a customer, so that lists of customers show how it stands. */
  createsCustomer?: true;
  /** Checks before sending whether the write may be sent. An error that it throws rejects the write. */
  check?(context: SendContext, operation: StoredOperation): Promise<PreSendCheck>;
  /** Sends what is recorded in the operation. Never throws: a result is to be kept, whatever it is. */
  send(context: SendContext, operation: StoredOperation): Promise<SendOutcome>;
  /** Finds out by reading what a write has come to whose answer was lost, and settles it where that is certain. */
  reconcile(context: ReadContext, operation: StoredOperation): Promise<Reconciled>;
  /** The customer that the job names as the write's own. Absent where a write has its customer from the start. */
  customerOfJob?(job: Job): string | undefined;
  /**
   * Reads whether what was requested is in force, once it is accepted and after the job behind it has succeeded, again
   * and again until it is. Absent where no reading can show it.
   */
  verify?(context: ReadContext, operation: StoredOperation): Promise<ChangeVerification>;
  /** The same of a customer that was read for another write. */
  verifyOn?(customer: Customer, operation: StoredOperation): ChangeVerification;
  /** The same of a contract that was read before a later write of the same customer. */
  verifyBefore?(contract: Contract, operation: StoredOperation): ChangeVerification;
  /** True where an accepted later write of the same customer leaves nothing to be seen of the earlier one. */
  supersedes?(later: StoredOperation, earlier: StoredOperation): boolean;
}

export type OperationKinds = ReadonlyMap<string, OperationKind>;

/** The kinds by their name. */
export function operationKindsOf(kinds: readonly OperationKind[]): OperationKinds {
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}
