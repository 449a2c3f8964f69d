import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { bulkApproval } from "./bulk-approval.ts";
import { bulkAttention } from "./bulk-attention.ts";
import type { BulkRunServices, BulkServices } from "./bulk-services.ts";
import { bulkRoutes } from "./routes.ts";
import { createBulkRunner } from "./run/bulk-runner.ts";

/** Bulk changes change many contracts. All contracts are checked first and then changed one by one. */
export const bulkModule = {
  name: "bulk",
  routes: bulkRoutes,
  attention: [bulkAttention],
  approvals: [bulkApproval],
  create(needs: BulkRunServices): MadeRoom<Pick<BulkServices, "bulks">> {
    const bulks = createBulkRunner(needs);
    return { services: { bulks }, workers: [bulks] };
  },
} satisfies RoomModule;
