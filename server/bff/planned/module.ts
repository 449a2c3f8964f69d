import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createEndsSoonWorker } from "./ends-soon-worker.ts";
import { freezeAttention } from "./freeze-attention.ts";
import { plannedApproval } from "./planned-approval.ts";
import { plannedAttention } from "./planned-attention.ts";
import { plannedNotifications } from "./planned-notifications.ts";
import type { PlannedServices } from "./planned-services.ts";
import { plannedRoutes } from "./routes.ts";
import { createPlannedRunner } from "./run/planned-runner.ts";

interface PlannedNeeds extends ContractServices {
  env: Pick<ConsoleEnv, "plannedRules">;
}

type Added = Pick<PlannedServices, "plannedRules" | "plannedRunner">;

/** Planned changes change a contract at a chosen time. A temporary change is undone at a later time. */
export const plannedModule = {
  name: "planned",
  routes: plannedRoutes,
  attention: [plannedAttention, freezeAttention],
  notifications: [plannedNotifications],
  approvals: [plannedApproval],
  create(needs: PlannedNeeds): MadeRoom<Added> {
    const { plannedRules } = needs.env;
    const plannedRunner = createPlannedRunner({ ...needs, plannedRules });
    const endsSoon = createEndsSoonWorker(needs);
    return { services: { plannedRules, plannedRunner }, workers: [plannedRunner, endsSoon] };
  },
} satisfies RoomModule;
