import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import { createDraftCleaner } from "./draft-cleaner.ts";
import { draftRoutes } from "./routes.ts";

/** Each person's own drafts. */
export const draftsModule = {
  name: "drafts",
  routes: draftRoutes,
  create: (needs: StoreServices): RoomWork => ({ workers: [createDraftCleaner(needs)] }),
} satisfies RoomModule;
