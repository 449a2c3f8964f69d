import { customerNumbersQuerySchema } from "#lib/contract/customers/customer-numbers.ts";
import { pageQuerySchema } from "#lib/contract/list.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { listCustomerNumbers } from "./list-customer-numbers.ts";
import { listNumbers } from "./list-numbers.ts";
import type { NumberServices } from "./number-services.ts";

const route = routeWith<NumberServices>();

/** The routes of numbers, part of the one table. */
export const numberRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/numbers",
    policy: "viewer",
    input: { query: customerNumbersQuerySchema },
    handler: (context, { params, query }) =>
      listCustomerNumbers({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/numbers",
    policy: "viewer",
    input: { query: pageQuerySchema },
    handler: (context, { query }) => listNumbers({ context, input: query }),
  }),
] as const;
