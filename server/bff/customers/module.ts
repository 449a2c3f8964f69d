import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createCustomerNames } from "./customer-names.ts";
import type { CustomerServices } from "./customer-services.ts";
import { customerRoutes } from "./routes.ts";

/** Customers: lists customers, and finds a customer by its ID. */
export const customersModule = {
  name: "customers",
  routes: customerRoutes,
  create: (needs: Pick<CustomerServices, "known" | "store">): MadeRoom<{ customerNames: CustomerNames }> => ({
    services: { customerNames: createCustomerNames(needs) },
  }),
} satisfies RoomModule;
