import type { RoomModule } from "#server/bff/core/module.ts";
import { numberRoutes } from "./routes.ts";

/** The telephone numbers of a customer or of a complete environment. */
export const numbersModule = { name: "numbers", routes: numberRoutes } satisfies RoomModule;
