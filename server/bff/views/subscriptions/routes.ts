import { type ViewSubscription, viewSubscriptionsSchema } from "#lib/contract/console/view-subscription.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { instant } from "#lib/format/instant.ts";
import { routeWith } from "#server/bff/core/route.ts";
import {
  maxAllViewSubscriptions,
  maxViewSubscriptions,
  type SubscriptionResult,
  type ViewSubscriptionRow,
} from "#server/bff/store/view-subscriptions.ts";
import { filtersOfView } from "../evaluate/view-filters.ts";

const route = routeWith();

function subscriptionView(row: ViewSubscriptionRow & { customers: number }): ViewSubscription {
  const { viewID, customers, evaluatedAt, problem, problemAt } = row;
  return {
    viewID,
    customers,
    ...(evaluatedAt !== null && { evaluatedAt: instant(evaluatedAt) }),
    ...(problem !== null && problemAt !== null && { problem: { message: problem, at: instant(problemAt) } }),
  };
}

const refusals: Readonly<Record<Exclude<SubscriptionResult, "subscribed">, string>> = {
  "own-limit": `You can be notified about ${maxViewSubscriptions} views. End the notifications about another one first.`,
  limit: `Everybody together can be notified about ${maxAllViewSubscriptions} views, and this number is reached. Ask a colleague to end notifications that nobody needs.`,
};

/** The routes of a person's own subscriptions to views. A worker evaluates the views (view-watcher.ts). */
export const viewSubscriptionRoutes = [
  route({
    method: "GET",
    path: "/api/:environment/view-subscriptions",
    about: "The person's subscriptions to views: the person is notified when a customer enters or leaves them.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: viewSubscriptionsSchema,
    countsAsActivity: false,
    async handler({ services, environment, session }) {
      const rows = await services.store.viewSubscriptions.list(session.staff.staffID, environment);
      return { subscriptions: rows.map(subscriptionView) };
    },
  }),
  route({
    method: "PUT",
    path: "/api/:environment/view-subscriptions/:viewID",
    about: "Notifies the person when a customer enters or leaves the view after its first evaluation.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: "nothing",
    errors: ["invalid_request", "invalid_request 409", "not_found"],
    async handler({ services, environment, session }, { params: { viewID } }) {
      const { staffID } = session.staff;
      const { store, clock } = services;
      const view = await store.views.find(staffID, viewID);
      if (!view)
        throw new AppError("not_found", "This view does not exist, or it is a private view of another person.");
      filtersOfView(view.query, clock.now());
      const result = await store.viewSubscriptions.add({ environment, viewID, staffID }, clock.now());
      if (result !== "subscribed") throw new AppError("invalid_request", refusals[result], { status: 409 });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/:environment/view-subscriptions/:viewID",
    about: "Ends the notifications about the view.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: "nothing",
    errors: ["not_found"],
    async handler({ services, environment, session }, { params: { viewID } }) {
      const { staffID } = session.staff;
      if (await services.store.viewSubscriptions.remove({ environment, viewID, staffID })) return;
      throw new AppError("not_found", "You get no notifications about this view.");
    },
  }),
] as const;
