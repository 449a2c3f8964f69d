import type { Contract } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** What is needed to resolve a write by reading. */
export interface ReconcileContext {
  environment: Environment;
  client: ApiClient;
  call: CallContext;
}

/** The result of reading: the write is settled, or a sentence and the customers that match. */
export type Reconciled = "settled" | { message: string; customerIDs: string[] };

/** How one kind of write differs from others. Each room defines its own kinds; `create-bff.ts` registers them. */
export interface OperationKind {
  kind: Operation["kind"];
  /** Resolves a write whose answer was lost by reading, and settles it if the result is certain. */
  reconcile(context: ReconcileContext, operation: StoredOperation): Promise<Reconciled>;
  /**
   * Reads whether the change is in force, after the job behind it has succeeded: the contract as it is then, or
   * undefined if it is not (yet). Absent for kinds with nothing to verify.
   */
  verify?(context: ReconcileContext, operation: StoredOperation): Promise<Contract | undefined>;
}

export type OperationKinds = ReadonlyMap<string, OperationKind>;

/** The kinds by their name. */
export function operationKindsOf(kinds: readonly OperationKind[]): OperationKinds {
  return new Map(kinds.map((kind) => [kind.kind, kind]));
}
