import type { RoomModule } from "#server/bff/core/module.ts";
import { numberRoutes } from "./routes.ts";

/** The telephone numbers of one customer, or of all customers of an environment. */
export const numbersModule = { name: "numbers", routes: numberRoutes } satisfies RoomModule;
