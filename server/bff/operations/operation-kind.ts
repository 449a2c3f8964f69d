import type { Contract } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** What is needed to find out by reading what a write has come to. */
export interface ReconcileContext {
  environment: Environment;
  client: ApiClient;
  call: CallContext;
}

/** What reading has shown: the write is settled, or a sentence and the customers that would fit. */
export type Reconciled = "settled" | { message: string; customerIDs: string[] };

/** What one kind of write does differently. A room makes its own and `create-bff.ts` puts them together. */
export interface OperationKind {
  kind: Operation["kind"];
  /** Finds out by reading what a write has come to whose answer was lost, and settles it where that is certain. */
  reconcile(context: ReconcileContext, operation: StoredOperation): Promise<Reconciled>;
  /**
   * Reads whether the change is in force, after the job behind it has succeeded: the contract as it is then, or
   * undefined where it is not (yet). Absent where nothing is left to be verified.
   */
  verify?(context: ReconcileContext, operation: StoredOperation): Promise<Contract | undefined>;
}

export type OperationKinds = ReadonlyMap<string, OperationKind>;

/** The kinds by their name. */
export function operationKindsOf(kinds: readonly OperationKind[]): OperationKinds {
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}
