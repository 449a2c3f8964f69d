import { createCustomerSchema } from "#lib/contract/operations/operation-requests.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { createCustomer } from "./create-customer.ts";

const route = routeWith<OperationServices>();

/** The route for creating a customer. */
export const creationRoutes = [
  route({
    method: "POST",
    path: "/api/:environment/customers",
    policy: createCustomerKind.permission.name,
    input: { body: createCustomerSchema },
    handler: (context, { body }) => createCustomer({ context, input: body }),
  }),
] as const;
