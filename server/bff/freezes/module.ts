import type { RoomModule } from "#server/bff/core/module.ts";
import { freezeRoutes } from "./routes.ts";

/** Freezes stop the writes of an environment for a time. */
export const freezesModule = { name: "freezes", routes: freezeRoutes } satisfies RoomModule;
