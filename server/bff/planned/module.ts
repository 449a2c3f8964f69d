import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { ApprovalGate } from "#server/bff/core/approval-gate.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { plannedApproval } from "./planned-approval.ts";
import { plannedAttention } from "./planned-attention.ts";
import { plannedNotifications } from "./planned-notifications.ts";
import type { PlannedApprovalRules, PlannedServices } from "./planned-services.ts";
import { plannedRoutes } from "./routes.ts";
import { createPlannedRunner } from "./run/planned-runner.ts";

interface PlannedNeeds extends ContractServices {
  env: Pick<ConsoleEnv, "plannedRules">;
  /** Decides which planned changes need an approval. Absent: the policy decides. */
  plannedApprovals?: PlannedApprovalRules | undefined;
}

type Added = Pick<PlannedServices, "plannedApprovals" | "plannedRules" | "plannedRunner">;

/** Planned changes: contracts that are changed at a time, and changed back where that is planned too. */
export const plannedModule = {
  name: "planned",
  routes: plannedRoutes,
  attention: [plannedAttention],
  notifications: [plannedNotifications],
  approvals: [plannedApproval],
  create(needs: PlannedNeeds): MadeRoom<Added> {
    const { plannedRules } = needs.env;
    const plannedApprovals = needs.plannedApprovals ?? approvalsByPolicy(needs.approvalGate);
    const plannedRunner = createPlannedRunner({ ...needs, plannedRules, plannedApprovals });
    return { services: { plannedRules, plannedApprovals, plannedRunner }, workers: [plannedRunner] };
  },
} satisfies RoomModule;

function approvalsByPolicy(approvalGate: ApprovalGate): PlannedApprovalRules {
  return {
    reasonsFor({ environment, staffID, changes, plannedChangeID: subjectID }, on) {
      return approvalGate.reasons({ environment, staffID, kind: "planned", rows: 1, changes, subjectID }, on);
    },
  };
}
