import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { contractChangeKind } from "./contract-change-kind.ts";
import type { ContractServices } from "./contract-services.ts";
import { contractRoutes } from "./routes.ts";

interface ContractNeeds {
  env: Pick<ConsoleEnv, "configuredValues">;
}

/** Contracts: the possible plans and terms, and the operation kind that changes a contract. */
export const contractsModule = {
  name: "contracts",
  routes: contractRoutes,
  operationKinds: [contractChangeKind],
  create({ env: { configuredValues } }: ContractNeeds): MadeRoom<Pick<ContractServices, "configuredValues">> {
    return { services: { configuredValues } };
  },
} satisfies RoomModule;
