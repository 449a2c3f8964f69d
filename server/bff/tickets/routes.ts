import { newCurrentTicketSchema } from "#lib/contract/console/current-ticket.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { getCurrentTicket, putCurrentTicket } from "./current-ticket.ts";
import { getTicket } from "./get-ticket.ts";
import type { TicketServices } from "./ticket-services.ts";

const route = routeWith<TicketServices>();

/**
 * The routes of tickets, part of the one table.
 *
 * Every write may carry `console: {ticket, reason}` (lib/contract/operations/write-reference.ts). The handler splits it
 * off before the request is recorded, so the API never gets it; the store keeps it in columns of its own.
 * require-reference.ts checks what the policy requires before anything is recorded. get-ticket.ts lists what was done
 * for one ticket (docs/decisions/0038-tickets-notes-and-tags.md).
 */
export const ticketRoutes = [
  // Pages request it in the background.
  route({
    method: "GET",
    path: "/api/me/ticket",
    policy: "viewer",
    peopleOnly: true,
    countsAsActivity: false,
    input: {},
    handler: (context) => getCurrentTicket(context),
  }),
  route({
    method: "PUT",
    path: "/api/me/ticket",
    policy: "viewer",
    peopleOnly: true,
    input: { body: newCurrentTicketSchema },
    handler: (context, { body }) => putCurrentTicket(context, body.ticket),
  }),
  route({
    method: "GET",
    path: "/api/tickets/:ticket",
    policy: "viewer",
    input: {},
    handler: (context, { params }) => getTicket({ context, ticket: params.ticket }),
  }),
] as const;
