import type { RoomModule } from "#server/bff/core/module.ts";
import { assistantRoutes } from "./routes.ts";

/** Assistants: tools that read, and proposals that a person decides about. */
export const assistantsModule = { name: "assistants", routes: assistantRoutes } satisfies RoomModule;
