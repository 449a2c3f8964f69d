import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import { customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customers/customer-find.ts";
import { customerListQuerySchema } from "#lib/contract/customers/customer-list.ts";
import { customerScanQuerySchema } from "#lib/contract/customers/customer-scan.ts";
import { repeatedKnownFilters } from "#lib/contract/customers/known-list.ts";
import { knownPaths } from "#server/api-client/normalise/customer.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { withCreations } from "./creations.ts";
import type { CustomerServices } from "./customer-services.ts";
import { exportCustomers } from "./export-customers.ts";
import { findShownCustomer } from "./find-shown-customer.ts";
import { listCustomers } from "./list-customers.ts";
import { scanCustomers } from "./scan-customers.ts";

const route = routeWith<CustomerServices>();

/**
 * The routes of customers, part of the route table.
 *
 * The API cannot read a customer by ID. The room `known` keeps what answers have shown.
 * find-customer.ts searches by the remembered name and day, then with the ID as a search term, then scans all
 * customers, newest first, for at most 50 pages or 10 s. Its 404 reports in `walked` how far the scan got, and `?from=`
 * continues from there.
 *
 * An export reads page after page in the order of creation and sends each page before it requests the next
 * (docs/decisions/0007-exports.md).
 *
 * The API has no filter for plan, term or number of users. scan-customers.ts reads the list with the same walk as an
 * export, newest first, and streams the matches and the progress of each page. After at most 50 pages the browser must
 * ask to continue after the last checked customer. The page never presents these matches as the result of the API
 * (components/customers/scan).
 */
export const customerRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers",
    policy: "viewer",
    input: { query: customerListQuerySchema, repeated: repeatedKnownFilters },
    handler: (context, { query }) => listCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/export",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: customerExportQuerySchema, repeated: repeatedKnownFilters },
    handler: (context, { query }) => exportCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/scan",
    policy: "viewer",
    input: { query: customerScanQuerySchema },
    handler: (context, { query }) => scanCustomers({ context, input: query }),
  }),
  /** Returns one customer by its ID, with the outcome of its creation if the console knows one. */
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID",
    policy: "viewer",
    input: { query: customerFindQuerySchema },
    async handler(context, { params: { customerID }, query }): Promise<CustomerAnswer> {
      const finding = { ...context, ...requestAPI(context) };
      const answer = await findShownCustomer({ context: finding, customerID, input: query });
      const [customer = answer.customer] = await withCreations(context, [answer.customer]);
      return { ...answer, customer, knownPaths: knownPaths(customer) };
    },
  }),
] as const;
