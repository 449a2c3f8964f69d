import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createKeptBuilds, type KeptBuilds } from "./builds/kept-builds.ts";
import { healthRoutes } from "./routes.ts";

/**
 * Health checks, and the scripts and styles of all stored builds. The HTTP server itself is not part of this module.
 */
export const httpModule = {
  name: "http",
  routes: healthRoutes,
  create({ store, clock }: Pick<CoreServices, "store" | "clock">): MadeRoom<{ builds: KeptBuilds }> {
    return { services: { builds: createKeptBuilds(store.builds, clock) } };
  },
} satisfies RoomModule;
