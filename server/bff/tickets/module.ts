import type { RoomModule } from "#server/bff/core/module.ts";
import { ticketRoutes } from "./routes.ts";

/** Tickets: everything that was done for a ticket, and a person's current ticket. */
export const ticketsModule = { name: "tickets", routes: ticketRoutes } satisfies RoomModule;
