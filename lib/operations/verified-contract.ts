import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { Operation, OperationList } from "#lib/contract/operations/operation.ts";

/** An answer about a customer, perhaps with a newer contract. */
export interface ShownCustomer extends CustomerAnswer {
  /** When the contract was verified, if that was after `asOf`; ISO 8601 in UTC. */
  contractAsOf?: string;
}

/**
 * Returns the answer about a customer with the newest known contract. If an operation was verified after the answer,
 * this is the contract that the verification read. Otherwise the answer is returned unchanged.
 */
export function withVerifiedContract(answer: CustomerAnswer, operations: readonly Operation[]): ShownCustomer {
  let [at, contract] = [answer.asOf, answer.customer.contract];
  for (const { confirmedAt, after } of operations) {
    if (confirmedAt !== undefined && after && confirmedAt > at) [at, contract] = [confirmedAt, after];
  }
  if (at === answer.asOf) return answer;
  const { plan: _, term: __, ...memberSeenAt } = answer.memberSeenAt ?? {};
  return { ...answer, customer: { ...answer.customer, contract }, memberSeenAt, contractAsOf: at };
}

/**
 * Returns a customer's operations with a newer version of one of them. A new operation is added. A version that is not
 * verified does not replace a verified one.
 */
export function withOperation(list: OperationList, operation: Operation): OperationList {
  const { operationID, confirmedAt } = operation;
  const before = list.operations.find((one) => one.operationID === operationID);
  if (!before) return { ...list, operations: [operation, ...list.operations], total: list.total + 1 };
  if (before.confirmedAt !== undefined && confirmedAt === undefined) return list;
  return { ...list, operations: list.operations.map((one) => (one === before ? operation : one)) };
}
