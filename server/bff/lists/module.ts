import type { RoomModule } from "#server/bff/core/module.ts";
import { listRoutes } from "./routes.ts";

/** Lists of the API that need no more than the API's own answer. */
export const listsModule = { name: "lists", routes: listRoutes } satisfies RoomModule;
