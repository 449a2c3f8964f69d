import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createTtlCache } from "#server/bff/core/ttl-cache.ts";
import type { OverviewServices } from "./overview-services.ts";
import { overviewRoutes } from "./routes.ts";

/** The overview: the first page of an environment. */
export const overviewModule = {
  name: "overview",
  routes: overviewRoutes,
  create({ clock }: Pick<CoreServices, "clock">): MadeRoom<Pick<OverviewServices, "overviews">> {
    return { services: { overviews: { production: createTtlCache(clock), sandbox: createTtlCache(clock) } } };
  },
} satisfies RoomModule;
