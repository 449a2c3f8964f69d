import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { importApproval } from "./import-approval.ts";
import { importAttention } from "./import-attention.ts";
import type { ImportServices } from "./import-services.ts";
import { importRoutes } from "./routes.ts";
import { createImportWorkers } from "./run/import-workers.ts";

/**
 * Imports create many customers from a file. The file is checked first, and then the customers are created one by one.
 */
export const importsModule = {
  name: "imports",
  routes: importRoutes,
  attention: [importAttention],
  approvals: [importApproval],
  create(needs: ContractServices): MadeRoom<Pick<ImportServices, "imports">> {
    const imports = createImportWorkers(needs);
    return { services: { imports }, workers: [imports] };
  },
} satisfies RoomModule;
