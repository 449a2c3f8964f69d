import { createApprovalGate } from "./approvals/approval-gate.ts";
import type { ApprovalServices } from "./approvals/approval-services.ts";
import { bulkApproval } from "./bulk/bulk-approval.ts";
import type { ApprovalGate, ApprovalSource } from "./core/approval-gate.ts";
import { importApproval } from "./imports/import-approval.ts";
import { plannedApproval } from "./planned/planned-approval.ts";
import type { PlannedApprovalRules } from "./planned/planned-services.ts";

interface Approvals {
  approvalSources: readonly ApprovalSource[];
  approvalGate: ApprovalGate;
  plannedApprovals: PlannedApprovalRules;
}

type ApprovalInputs = Pick<
  ApprovalServices,
  "store" | "clock" | "clients" | "callTimeoutMs" | "directories" | "log" | "configuredValues"
>;

/** Creates the services that decide what needs approval, and what describes the subjects of requests. */
export function createApprovals(services: ApprovalInputs, plannedApprovals?: PlannedApprovalRules): Approvals {
  const approvalSources = [bulkApproval(services), importApproval(services), plannedApproval(services)];
  const approvalGate = createApprovalGate(services, approvalSources);
  const byPolicy: PlannedApprovalRules = {
    reasonsFor({ environment, staffID, changes, plannedChangeID: subjectID }, on) {
      return approvalGate.reasons({ environment, staffID, kind: "planned", rows: 1, changes, subjectID }, on);
    },
  };
  return { approvalSources, approvalGate, plannedApprovals: plannedApprovals ?? byPolicy };
}
