import type { RoomModule } from "#server/bff/core/module.ts";
import { listRoutes } from "./routes.ts";

/** Lists that the console returns as it gets them from the API. */
export const listsModule = { name: "lists", routes: listRoutes } satisfies RoomModule;
