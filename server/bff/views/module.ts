import type { RoomModule } from "#server/bff/core/module.ts";
import { viewRoutes } from "./routes.ts";

/** Saved views: filters of a list under a name. */
export const viewsModule = { name: "views", routes: viewRoutes } satisfies RoomModule;
