import type { RoomModule } from "#server/bff/core/module.ts";
import { numberRoutes } from "./routes.ts";

/** The telephone numbers of a customer, and all of an environment. */
export const numbersModule = { name: "numbers", routes: numberRoutes } satisfies RoomModule;
