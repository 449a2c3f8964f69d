import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { customerHistoryQuerySchema, customerHistorySchema } from "#lib/contract/customers/customer-history.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { historyAnswer } from "./customer-history.ts";
import type { KnownRouteServices } from "./known-services.ts";

const route = routeWith<KnownRouteServices>();

/**
 * The routes of known customers.
 *
 * The store of known customers records what the API's answers have shown of each customer, and when. Its values may be
 * outdated: every value has the time of its answer, and a write reads the customer from the API first.
 *
 * - server/bff/store/known/timeline.ts sorts the states of a customer by time.
 * - server/bff/store/known/causes.ts finds the changes that an operation of this console explains.
 * - filling/ reads the customers that nobody lists.
 */
export const knownRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/customers/:customerID/history",
    about: "The recorded changes of a customer, newest first.",
    policy: "viewer",
    input: { query: customerHistoryQuerySchema },
    answer: customerHistorySchema,
    errors: ["known_customers_off"],
    async handler({ services, environment }, { params: { customerID }, query: { asOn } }) {
      requireStates(services.isKnownOn);
      await services.known[environment].flushAll();
      const { knownCustomers } = services.store;
      const states = await knownCustomers.history(environment, customerID);
      const erasedAt = states.length > 0 ? null : await knownCustomers.erasedAt(environment, customerID);
      return {
        ...historyAnswer(customerID, states, { asOn, nowMs: services.clock.now() }),
        ...(erasedAt !== null && { erasedAt: new Date(erasedAt).toISOString() }),
      };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/customers/:customerID/known",
    about:
      "Erases the stored data of a known customer, including notes, tags and pins. The API still has the customer.",
    policy: "known.erase",
    dangerous: true,
    input: {},
    answer: "nothing",
    async handler(context, { params: { customerID } }) {
      const { services, environment } = context;
      const event: NewAuditEvent = {
        ...auditSource(context),
        action: "customer.erased",
        environment,
        target: { kind: "customer", id: customerID },
        outcome: "done",
      };
      services.known[environment].erase(customerID);
      await services.store.knownCustomers.erase(environment, customerID, event, services.clock.now());
      await services.knownIndex.erase(environment, [idKey(customerID)]);
    },
  }),
] as const;

function requireStates(isKnownOn: boolean): void {
  if (isKnownOn) return;
  throw new AppError("known_customers_off", "This console keeps no states of customers: KNOWN_CUSTOMERS is off.");
}
