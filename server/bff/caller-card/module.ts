import type { RoomModule } from "#server/bff/core/module.ts";
import { callerCardRoutes } from "./routes.ts";

/** The caller card: who is calling, and why. */
export const callerCardModule = { name: "caller-card", routes: callerCardRoutes } satisfies RoomModule;
