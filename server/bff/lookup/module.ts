import type { RoomModule } from "#server/bff/core/module.ts";
import { lookupRoutes } from "./routes.ts";

/** The search over everything, by name, number or ID. */
export const lookupModule = { name: "lookup", routes: lookupRoutes } satisfies RoomModule;
