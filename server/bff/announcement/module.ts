import type { RoomModule } from "#server/bff/core/module.ts";
import { announcementRoutes } from "./routes.ts";

/** The announcement: an administrator's message on every page. */
export const announcementModule = { name: "announcement", routes: announcementRoutes } satisfies RoomModule;
