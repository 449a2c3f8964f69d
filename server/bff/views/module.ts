import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { viewRoutes } from "./routes.ts";
import { viewSubscriptionRoutes } from "./subscriptions/routes.ts";
import { createViewWatcher } from "./subscriptions/view-watcher.ts";

/**
 * Saved views: named filters of the list of customers. A view is also a group of customers: `evaluate/walk-view.ts` reads
 * who is in it, and `subscriptions` notifies people of changes (docs/decisions/0081-views-as-groups.md).
 */
export const viewsModule = {
  name: "views",
  routes: [...viewRoutes, ...viewSubscriptionRoutes],
  create: (needs: CustomerServices): RoomWork => ({ workers: [createViewWatcher(needs)] }),
} satisfies RoomModule;
