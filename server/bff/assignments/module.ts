import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";
import type { AssignmentServices } from "./assignment-services.ts";
import { handedOverAttention } from "./handed-over-attention.ts";
import { assignmentRoutes } from "./routes.ts";

/** Who works on an item that needs attention, or on a customer (docs/decisions/0079-assignments.md). */
export const assignmentsModule = {
  name: "assignments",
  routes: assignmentRoutes,
  attention: [handedOverAttention],
  create: (needs: AssignmentServices): RoomWork => ({
    workers: [
      createHourlyCleaner(needs, {
        name: "assignment-cleaner",
        what: "old assignments",
        remove: (nowMs) => needs.store.assignments.removeExpired(nowMs),
      }),
    ],
  }),
} satisfies RoomModule;
