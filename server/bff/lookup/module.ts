import type { RoomModule } from "#server/bff/core/module.ts";
import { lookupRoutes } from "./routes.ts";

/** The search over everything: names, numbers, IDs, tickets and tags. */
export const lookupModule = { name: "lookup", routes: lookupRoutes } satisfies RoomModule;
