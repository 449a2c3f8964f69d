import type { RoomModule } from "#server/bff/core/module.ts";
import { preferenceRoutes } from "./routes.ts";

/** Each person's own settings. */
export const preferencesModule = { name: "preferences", routes: preferenceRoutes } satisfies RoomModule;
