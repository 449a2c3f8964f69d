import { changeContractSchema } from "#lib/contract/operation-requests.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { changeContract } from "./change-contract.ts";
import type { ContractServices } from "./contract-services.ts";
import { listContractValues } from "./list-contract-values.ts";

const route = routeWith<ContractServices>();

/** The routes of contracts, part of the one table. */
export const contractRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/contract-values",
    policy: "viewer",
    input: {},
    handler: (context) => listContractValues({ context }),
  }),
  route({
    method: "PATCH",
    path: "/api/:environment/customers/:customerID/contract",
    policy: "editor",
    input: { body: changeContractSchema },
    handler: (context, { params, body }) => changeContract({ context, customerID: params.customerID, input: body }),
  }),
] as const;
