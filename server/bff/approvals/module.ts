import type { KnownValueServices } from "#server/bff/contracts/list-contract-values.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";
import { approvalAttention } from "./approval-attention.ts";
import { createApprovalGate } from "./approval-gate.ts";
import type { ApprovalServices } from "./approval-services.ts";
import { fitApprovalRules } from "./fit-approval-rules.ts";
import { approvalRoutes } from "./routes.ts";

interface ApprovalNeeds
  extends CoreServices,
    KnownValueServices,
    Pick<KnownServices, "contractValueEvents">,
    Pick<ApprovalServices, "approvalSources"> {}

/** Approvals by a second person: the rules, the requests, and the gate that other modules call before a write. */
export const approvalsModule = {
  name: "approvals",
  routes: approvalRoutes,
  attention: [approvalAttention],
  create(needs: ApprovalNeeds): MadeRoom<Pick<ApprovalServices, "approvalGate">> {
    let fitting: Promise<void> = Promise.resolve();
    const fit = () => {
      fitting = fitting.then(() => fitApprovalRules(needs));
    };
    needs.contractValueEvents.on("added", fit);
    return {
      services: { approvalGate: createApprovalGate(needs, needs.approvalSources) },
      workers: [{ start: fit, close: () => fitting }],
    };
  },
} satisfies RoomModule;
