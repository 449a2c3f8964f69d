import { contractValuesSchema } from "#lib/contract/customers/contract-values.ts";
import { contractApprovalQuerySchema, contractApprovalSchema } from "#lib/contract/operations/approval.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { type ChangeContract, changeContractSchema } from "#lib/contract/operations/operation-requests.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { writeErrors } from "#server/bff/core/route-errors.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { changeContract } from "./change-contract.ts";
import type { ContractServices } from "./contract-services.ts";
import { listContractValues } from "./list-contract-values.ts";

const route = routeWith<ContractServices>();

/** The guard for a change that no approval has allowed. The policy may require a second person for such a change. */
function singleChangeGuard(
  { services, environment, session }: ApiContext<ContractServices>,
  { term, plan }: ChangeContract,
): () => WriteGuard {
  const changes: [BulkChange] = term === undefined ? [{ plan: plan ?? "" }] : [{ term }];
  const { staffID } = session.staff;
  return () => services.approvalGate.guard({ environment, staffID, kind: "change", rows: 1, changes });
}

/** The routes of contracts. */
export const contractRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/contract-values",
    about: "The plans and terms that a contract can have.",
    policy: "viewer",
    input: {},
    answer: contractValuesSchema,
    handler: (context) => listContractValues({ context }),
  }),
  // The page for reviewing a change uses this route. The person then knows before sending whether an approval is
  // needed.
  route({
    method: "GET",
    path: "/api/:environment/contract-approval",
    about: "Whether a contract change needs approval, and why.",
    policy: "contracts.change",
    input: { query: contractApprovalQuerySchema },
    answer: contractApprovalSchema,
    countsAsActivity: false,
    handler: async ({ services, environment, session }, { query: { plan, term, planned } }) => {
      const changes: [BulkChange] = term === undefined ? [{ plan: plan ?? "" }] : [{ term }];
      const kind = planned === "true" ? "planned" : "change";
      const { staffID } = session.staff;
      return { why: [...(await services.approvalGate.reasons({ environment, staffID, kind, rows: 1, changes }))] };
    },
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/customers/:customerID/contract",
    about:
      "Changes the plan or the term of a customer's contract. 200: the change is in force. 202: the change was accepted, and its effect is not verified yet.",
    policy: changeContractKind.permission.name,
    input: { body: changeContractSchema },
    answer: operationAnswerSchema,
    statuses: [200, 202],
    errors: [
      ...writeErrors,
      "approval_required",
      "contract_changed",
      "customer_busy",
      "customer_not_found_within_bound",
    ],
    handler: async (context, { params, body }) => {
      await requireReference(context.services, "contract-changes", body.console);
      const { customerID } = params;
      return changeContract({ context, customerID, input: body, guard: singleChangeGuard(context, body) });
    },
  }),
] as const;
