import { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createCustomerDirectory } from "./customer-directory.ts";
import { createCustomerNames } from "./customer-names.ts";
import type { ContractValueEvents, CustomerServices } from "./customer-services.ts";
import { customerRoutes } from "./routes.ts";

interface Added extends Pick<CustomerServices, "directories">, ContractValueEvents {
  customerNames: CustomerNames;
}

/** Customers: their list, finding one by its ID, and the data that is remembered from responses. */
export const customersModule = {
  name: "customers",
  routes: customerRoutes,
  create({ store, clock }: StoreServices): MadeRoom<Added> {
    const contractValueEvents: ContractValueEvents["contractValueEvents"] = new EventEmitter();
    const directoryOf = (environment: Environment) =>
      createCustomerDirectory(undefined, async (values) => {
        await store.contractValues.add(environment, values, clock.now());
        contractValueEvents.emit("added");
      });
    const directories = { production: directoryOf("production"), sandbox: directoryOf("sandbox") };
    const customerNames = createCustomerNames({ directories, store });
    return { services: { directories, customerNames, contractValueEvents } };
  },
} satisfies RoomModule;
