import { customerExportQuerySchema } from "#lib/contract/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customer-find.ts";
import { customerListQuerySchema } from "#lib/contract/customer-list.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CustomerServices } from "./customer-services.ts";
import { exportCustomers } from "./export-customers.ts";
import { getCustomer } from "./get-customer.ts";
import { listCustomers } from "./list-customers.ts";

const route = routeWith<CustomerServices>();

/** The routes of customers, part of the one table. */
export const customerRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers",
    policy: "viewer",
    input: { query: customerListQuerySchema },
    handler: (context, { query }) => listCustomers({ context, input: query }),
  }),
  // Before the customer's own route, which would take "export" for an ID.
  route({
    method: "GET",
    path: "/api/:environment/customers/export",
    policy: "viewer",
    input: { query: customerExportQuerySchema },
    handler: (context, { query }) => exportCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID",
    policy: "viewer",
    input: { query: customerFindQuerySchema },
    handler: (context, { params, query }) => getCustomer({ context, customerID: params.customerID, input: query }),
  }),
] as const;
