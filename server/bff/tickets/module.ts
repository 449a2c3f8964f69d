import type { RoomModule } from "#server/bff/core/module.ts";
import { ticketRoutes } from "./routes.ts";

/** A ticket with everything that was done for it, and the ticket that a person works on. */
export const ticketsModule = { name: "tickets", routes: ticketRoutes } satisfies RoomModule;
