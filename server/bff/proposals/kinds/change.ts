import { z } from "zod";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { requestApproval } from "#server/bff/approvals/request-approval.ts";
import { changeContract } from "#server/bff/contracts/change-contract.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import { describeProposalKind } from "#server/bff/proposals/proposal-kind.ts";
import type { ProposalServices } from "#server/bff/proposals/proposal-services.ts";
import {
  changeInput,
  changeOfInput,
  compareCustomer,
  customerIDInput,
  type ProposedChange,
  proposedCustomerOf,
  readProposedCustomer,
  requireNewValue,
} from "./proposed-customer.ts";

const wantedWrite = ({ environment, session }: ApiContext<ProposalServices>, change: ProposedChange) =>
  ({ environment, staffID: session.staff.staffID, kind: "change", rows: 1, changes: [change] }) as const;

/**
 * A change of one contract. It is sent as the operation of the person who decides. Where an approval rule applies, the
 * decision is the request for approval.
 */
export const changeProposal = describeProposalKind({
  kind: "change",
  tool: {
    name: "propose_contract_change",
    title: "Propose a contract change",
    about: "Proposes a new plan or a new term for one customer. Give exactly one of both.",
    input: z.object({ customerID: customerIDInput, ...changeInput }),
  },
  async contentOf(context, input) {
    const change = changeOfInput(input);
    const proposed = proposedCustomerOf(await readProposedCustomer(context, input.customerID));
    requireNewValue(proposed, change);
    return { ...proposed, change };
  },
  compare: compareCustomer,
  rules: (context, { change }) => context.services.approvalGate.reasons(wantedWrite(context, change)),
  async carryOut(context, { proposalID, content, reference, decided, reopen }) {
    const { services } = context;
    const { customerID, change, expected } = content;
    const write = wantedWrite(context, change);
    const quiet = { ...context, answerWith: () => {} };
    if ((await services.approvalGate.reasons(write)).length > 0) {
      const input = { kind: "change", customerID, change, expected, console: reference } as const;
      await requestApproval({ context: quiet, input, guard: (approvalID) => decided("approval", approvalID) });
      return undefined;
    }
    await requireReference(services, "contract-changes", reference);
    const rules = services.approvalGate.guard(write);
    const sending = changeContract({
      context: quiet,
      customerID,
      input: { ...change, expected, console: reference },
      proposalID,
      guard:
        ({ operationID }) =>
        async (transaction) =>
          (await rules(transaction)) && (await decided("operation", operationID)(transaction)),
      onHeldBack: reopen,
    });
    try {
      return (await sending).operation;
    } catch (thrown) {
      // The operation was recorded and not sent, or was refused. The person sees its result.
      if (isAppError(thrown) && thrown.operation) return thrown.operation;
      throw thrown;
    }
  },
  audited: ({ customerID, change, expected }) => ({ customerID, change, expected }),
});
