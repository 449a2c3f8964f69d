import { customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customers/customer-find.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { customerScanQuerySchema } from "#lib/contract/customers/customer-scan.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { CustomerServices } from "./customer-services.ts";
import { exportCustomers } from "./export-customers.ts";
import { getCustomer } from "./get-customer.ts";
import { listCustomers } from "./list-customers.ts";
import { scanCustomers } from "./scan-customers.ts";

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
  // These two before the customer's own route, which would take "export" and "scan" for IDs.
  route({
    method: "GET",
    path: "/api/:environment/customers/export",
    policy: "viewer",
    streams: true,
    countsAsWrite: true,
    input: { query: customerExportQuerySchema },
    handler: (context, { query }) => exportCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/scan",
    policy: "viewer",
    streams: true,
    input: { query: customerScanQuerySchema },
    handler: (context, { query }) => scanCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID",
    policy: "viewer",
    input: { query: customerFindQuerySchema },
    handler: (context, { params, query }) => getCustomer({ context, customerID: params.customerID, input: query }),
  }),
] as const;
