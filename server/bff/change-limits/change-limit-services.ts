import type { ApprovalGate } from "#server/bff/core/approval-gate.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

export interface ChangeLimitServices extends CoreServices {
  /** Decides whether two people are independent of each other. */
  approvalGate: Pick<ApprovalGate, "otherPersonRefusal">;
}
