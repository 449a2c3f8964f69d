import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { changedMember } from "#lib/contract/values/operations/bulk-states.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type {
  ChangeVerification,
  OperationKind,
  PreSendCheck,
  ReadContext,
  SendContext,
  SendOutcome,
} from "#server/bff/operations/operation-kind.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { assertInView } from "#server/bff/views/evaluate/in-view.ts";
import { assertViewUnchanged } from "#server/bff/views/view-state.ts";
import { assertNoRunningJobs } from "./assert-no-running-jobs.ts";
import {
  changeOf,
  contractDifferences,
  contractText,
  type ExpectedContract,
  isPlanned,
  isSameContract,
  matchesContract,
  requestOf,
  viewOf,
} from "./contract-values.ts";
import { readContract } from "./read-contract.ts";
import { readCustomer } from "./read-customer.ts";
import { reconcileContract } from "./reconcile-contract.ts";

/**
 * The operation kind that changes a contract. The change is refused while a job runs on the customer, except for stuck
 * or unreadable jobs that the person overrides. The current contract is compared with the contract that the person saw.
 * Then the change is sent and verified by reading the contract.
 */
export function contractChangeKind(
  services: CustomerServices & JobServices,
): OperationKind<typeof changeContractKind.kind> {
  const recordedIn = ({ companyName }: StoredOperation) =>
    companyName === null ? undefined : { companyName, created: undefined };
  const read = (context: ReadContext, operation: StoredOperation) =>
    readContract({ ...context, services, recorded: recordedIn(operation) }, operation.customerID ?? "");

  function verified(contract: Contract, operation: StoredOperation): ChangeVerification {
    const isInForce = matchesContract(contract, changeOf(operation));
    const message = `The contract has ${contractText(contract)}: the change has not taken effect.`;
    return { contract, isInForce, ...(!isInForce && { message }) };
  }

  async function check(context: SendContext, operation: StoredOperation): Promise<PreSendCheck> {
    const { expected, overrideJobIDs = [] } = requestOf(operation);
    const where = { services, environment: context.environment };
    await assertNoRunningJobs(where, operation.customerID ?? "", context, overrideJobIDs);
    const recorded = recordedIn(operation);
    const customer = await readCustomer({ ...context, services, recorded }, operation.customerID ?? "");
    const { contract: before, companyName } = customer;
    const isSame = isPlanned(operation) ? isSameContract : matchesContract;
    const isOther = expected !== undefined && !isSame(before, expected);
    if (isOther) return { before, companyName, refusal: contractChanged(before, expected) };
    const refusal = await viewRefusal(context, operation, customer);
    return { before, companyName, ...(refusal && { refusal }) };
  }

  /**
   * Why the change for the customers of a view does not apply to this customer. Undefined if it applies. For a planned
   * change, the view itself must be unchanged too, because no person reviews the list at the planned time.
   */
  async function viewRefusal(context: SendContext, operation: StoredOperation, customer: Customer) {
    const view = viewOf(operation);
    if (!view) return undefined;
    try {
      if (isPlanned(operation)) await assertViewUnchanged(services, view.staffID, view);
      await assertInView({ ...context, services, staffID: view.staffID }, view, customer);
      return undefined;
    } catch (error) {
      return toAppError(error);
    }
  }

  async function send(context: SendContext, operation: StoredOperation): Promise<SendOutcome> {
    const { client, call, afterWait, beforeSend } = context;
    const change = changeOf(operation);
    let meanwhile: ChangeVerification | undefined;
    /** Reads the contract before a retry. If the contract has changed, the change must not be sent again. */
    const before = async () => {
      const contract = await read(context, operation);
      const reviewed = "term" in change ? { term: operation.before?.term } : { plan: operation.before?.plan };
      const isInForce = matchesContract(contract, change);
      if (matchesContract(contract, reviewed) && !isInForce) return;
      meanwhile = { contract, isInForce };
      throw contractChanged(contract, reviewed);
    };
    const ids = { customerID: operation.customerID ?? "" };
    const options = { body: change, before, afterWait, beforeSend };
    const result = await client.write("PATCH /customers/{customerID}/contract", ids, options, call);
    return { result, meanwhile };
  }

  return {
    kind: changeContractKind.kind,
    isDoneWithoutJob: true,
    suspendsPlannedChanges: true,
    check,
    send,
    reconcile: (context, operation) => reconcileContract(services, context, operation),
    verify: async (context, operation) => verified(await read(context, operation), operation),
    verifyOn: ({ contract }, operation) => verified(contract, operation),
    verifyBefore: verified,
    supersedes: (later, earlier) => changedMember(changeOf(later)) === changedMember(changeOf(earlier)),
  };
}

function contractChanged(contract: Contract, expected: ExpectedContract): AppError {
  return new AppError("contract_changed", "The contract was changed after you opened it. Review it and try again.", {
    errors: contractDifferences(contract, expected),
  });
}
