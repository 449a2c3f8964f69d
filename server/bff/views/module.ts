import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { viewRoutes } from "./routes.ts";
import { viewSubscriptionRoutes } from "./subscriptions/routes.ts";
import { createViewWatcher } from "./subscriptions/view-watcher.ts";

/**
 * Saved views: named filters of the list of customers. `evaluate/walk-view.ts` reads the customers of a view, and
 * `subscriptions` notifies people when customers enter or leave it (docs/decisions/0081-customers-of-a-view.md).
 */
export const viewsModule = {
  name: "views",
  routes: [...viewRoutes, ...viewSubscriptionRoutes],
  create: (needs: CustomerServices): RoomWork => ({ workers: [createViewWatcher(needs)] }),
} satisfies RoomModule;
