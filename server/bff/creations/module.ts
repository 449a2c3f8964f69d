import type { RoomModule } from "#server/bff/core/module.ts";
import { creationKind } from "./creation-kind.ts";
import { creationRoutes } from "./routes.ts";

/** The operation kind that creates a customer. */
export const creationsModule = {
  name: "creations",
  routes: creationRoutes,
  operationKinds: [creationKind],
} satisfies RoomModule;
