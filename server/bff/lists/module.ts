import type { RoomModule } from "#server/bff/core/module.ts";
import { listRoutes } from "./routes.ts";

/** Lists that are passed on as the API returns them. */
export const listsModule = { name: "lists", routes: listRoutes } satisfies RoomModule;
