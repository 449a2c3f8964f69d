import { customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { customerExportFileSchema, customerExportQuerySchema } from "#lib/contract/customers/customer-export.ts";
import { customerFindQuerySchema } from "#lib/contract/customers/customer-find.ts";
import { customerListQuerySchema, customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { repeatedKnownFilters } from "#lib/contract/customers/known-list.ts";
import { knownPaths } from "#server/api-client/normalise/customer.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import { withCreations } from "./creations.ts";
import { customerFileColumns } from "./customer-csv.ts";
import type { CustomerServices } from "./customer-services.ts";
import { exportCustomers } from "./export-customers.ts";
import { findShownCustomer } from "./find-shown-customer.ts";
import { listCustomers } from "./list-customers.ts";

const route = routeWith<CustomerServices>();

/**
 * The routes of customers.
 *
 * The API cannot read a customer by its ID. find-customer.ts searches by the stored name and creation day, then with
 * the ID as a search term. Then it scans the customers, newest first, for at most 50 pages or 10 s. If the scan ends at
 * this limit, the 404 reports in `walked` how far it came, and `?from=` continues from there.
 *
 * An export reads the pages in the order of creation. It sends each page before it reads the next page
 * (docs/decisions/0007-exports.md).
 *
 * The API has no filters for plan, term, number of users and other values. list-known.ts applies such filters to the
 * known customers, with the index of `known/index`. While the API is not available, every list and each customer come
 * from the store of known customers. The answer then says so, and gives the age of each row. An export of known
 * customers reads each customer from the API again (walk-known.ts).
 */
export const customerRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers",
    about: "A page of an environment's customers. Filters that the API does not have use the store of known customers.",
    policy: "viewer",
    input: { query: customerListQuerySchema, repeated: repeatedKnownFilters },
    answer: customerListSchema,
    errors: [...apiErrors, "known_customers_off"],
    handler: (context, { query }) => listCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/export",
    about: "Exports the matching customers.",
    policy: "viewer",
    countsAsWrite: true,
    input: { query: customerExportQuerySchema, repeated: repeatedKnownFilters },
    answer: { file: { "text/csv": customerFileColumns, "application/json": customerExportFileSchema } },
    errors: [...apiErrors, "customer_not_found_within_bound", "known_customers_off", "upstream_malformed"],
    handler: (context, { query }) => exportCustomers({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID",
    about: "Returns one customer by its ID, with the outcome of its creation if it is known.",
    policy: "viewer",
    input: { query: customerFindQuerySchema },
    answer: customerAnswerSchema,
    errors: [...apiErrors, "customer_not_found_within_bound"],
    async handler(context, { params: { customerID }, query }) {
      const finding = { ...context, ...requestAPI(context) };
      const answer = await findShownCustomer({ context: finding, customerID, input: query });
      const [customer = answer.customer] = await withCreations(context, [answer.customer]);
      return { ...answer, customer, knownPaths: knownPaths(customer) };
    },
  }),
] as const;
