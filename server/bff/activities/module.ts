import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { ActivityServices } from "./activity-services.ts";
import { createActivityWordMemory } from "./activity-word-memory.ts";
import { activityRoutes } from "./routes.ts";

/** The activities of a customer. */
export const activitiesModule = {
  name: "activities",
  routes: activityRoutes,
  create(): MadeRoom<Pick<ActivityServices, "seenActivities">> {
    const seenActivities = { production: createActivityWordMemory(), sandbox: createActivityWordMemory() };
    return { services: { seenActivities } };
  },
} satisfies RoomModule;
