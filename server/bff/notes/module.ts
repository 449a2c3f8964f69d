import type { RoomModule } from "#server/bff/core/module.ts";
import { noteRoutes } from "./routes.ts";

/** Notes, tags and pins on customers. */
export const notesModule = { name: "notes", routes: noteRoutes } satisfies RoomModule;
