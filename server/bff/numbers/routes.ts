import { customerNumbersQuerySchema, customerNumbersSchema } from "#lib/contract/customers/customer-numbers.ts";
import { pageQuerySchema } from "#lib/contract/list.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { requestAPI } from "#server/bff/core/api-context.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import { withFormatted } from "./format-phone.ts";
import { listCustomerNumbers } from "./list-customer-numbers.ts";
import type { NumberServices } from "./number-services.ts";
import { recordedNumberPage } from "./recorded-numbers.ts";

const route = routeWith<NumberServices>();

/** The routes of numbers. */
export const numberRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/numbers",
    about: "The telephone numbers of a customer.",
    policy: "viewer",
    input: { query: customerNumbersQuerySchema },
    answer: customerNumbersSchema,
    errors: [...apiErrors, "not_offered"],
    handler: (context, { params, query }) =>
      listCustomerNumbers({ context, customerID: params.customerID, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/:environment/numbers",
    about:
      "A page of an environment's telephone numbers, with the known names of their customers. Throws `not_offered` if the API has no list at this path. While the API is not available, the page has stored numbers, sorted.",
    policy: "viewer",
    input: { query: pageQuerySchema },
    answer: numberListSchema,
    errors: [...apiErrors, "not_offered"],
    async handler(context, { query }) {
      const { client, call } = requestAPI(context);
      const { services, environment } = context;
      const list = await client
        .listNumbers(query, call)
        .catch((error: unknown) => recordedNumberPage(context, query, error));
      if ("source" in list) return list;
      const { numbers, ...page } = list;
      const named = await withCompanyNames(services.customerNames, environment, numbers);
      return { numbers: named.map(withFormatted), ...page };
    },
  }),
] as const;
