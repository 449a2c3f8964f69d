import { pages } from "#lib/paths.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { contractDifferences } from "#server/bff/contracts/contract-values.ts";
import { readCustomer } from "#server/bff/contracts/read-customer.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";
import { appliesOf, isPendingStep } from "#server/bff/store/planned/planned-state.ts";

/**
 * Describes a planned change for its approver. The approval request changes in the same transactions as the planned
 * change. So the request and the planned change always agree (docs/decisions/0049-approvals-of-planned-changes.md).
 */
export function plannedApproval(
  services: Pick<
    ContractServices,
    "store" | "clients" | "callTimeoutMs" | "known" | "fillingReports" | "clock" | "log"
  >,
): ApprovalSource {
  const { planned, approvalPolicy } = services.store;
  return {
    kind: "planned",
    async describe(environment, plannedChangeID) {
      const found = await planned.find({ environment, plannedChangeID });
      if (found?.state !== "awaiting-approval") return null;
      const { digest, companyName, customerID, change, second, requestedBy, responsible } = found;
      return {
        digest,
        title: companyName || customerID,
        rows: 1,
        changes: second ? [change, second] : [change],
        change,
        isPlanned: true,
        parts: {
          requesters: [requestedBy, responsible],
          editors: await approvalPolicy.editorsOf({ kind: "planned", id: plannedChangeID }),
        },
        href: pages.plannedChange(environment, plannedChangeID),
      };
    },
    async differences(environment, plannedChangeID, requestID) {
      const found = await planned.find({ environment, plannedChangeID });
      if (!found) return [];
      const [next] = appliesOf(found).filter(isPendingStep);
      const signal = new AbortController().signal;
      const context = { services, environment, requestID, signal, session: { staff: found.responsible } };
      const customer = await readCustomer({ services, environment, ...requestAPI(context) }, found.customerID);
      if (customer.deleted) return ["The customer was deleted."];
      const reviewed = next?.reviewed ?? found.expected;
      return contractDifferences(customer.contract, reviewed, true).map(({ field, message }) => `${field} ${message}`);
    },
    decide: async (environment, plannedChangeID, decision, event) =>
      (await planned.decideApproval({ environment, plannedChangeID }, decision, event)) !== null,
  };
}
