import type { RoomModule } from "#server/bff/core/module.ts";
import { viewRoutes } from "./routes.ts";

/** Saved views: named filters of a list. */
export const viewsModule = { name: "views", routes: viewRoutes } satisfies RoomModule;
