import {
  type CurrentTicket,
  currentTicketSchema,
  newCurrentTicketSchema,
} from "#lib/contract/console/current-ticket.ts";
import { ticketAnswerSchema } from "#lib/contract/console/ticket.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { ticketErrors } from "#server/bff/operations/require-reference.ts";
import type { CurrentTicket as StoredTicket } from "#server/bff/store/current-tickets.ts";
import { getTicket } from "./get-ticket.ts";
import type { TicketServices } from "./ticket-services.ts";

const route = routeWith<TicketServices>();

/**
 * The routes of tickets. Every write may have `console: {ticket, reason}` (lib/contract/operations/write-reference.ts).
 * The handler removes this member before the request is recorded, so the API never gets it. The store has separate
 * columns for the ticket and the reason. Before anything is recorded, server/bff/operations/require-reference.ts checks
 * what the policy requires. get-ticket.ts lists everything that was done for a ticket
 * (docs/decisions/0038-tickets-notes-and-tags.md).
 */
export const ticketRoutes = [
  route({
    method: "GET",
    path: "/api/me/ticket",
    about:
      "The person's current ticket, and what the policy requires for writes. Pages request this in the background.",
    policy: "viewer",
    peopleOnly: true,
    countsAsActivity: false,
    input: {},
    answer: currentTicketSchema,
    async handler({ services, session }) {
      return currentTicketView(services, await services.store.currentTickets.find(session.staff.staffID));
    },
  }),
  route({
    method: "PUT",
    path: "/api/me/ticket",
    about: "Sets or removes the person's current ticket.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: newCurrentTicketSchema },
    answer: currentTicketSchema,
    async handler({ services, session }, { body: { ticket } }) {
      const errors = ticketErrors(services.ticketRules, "ticket", ticket);
      if (errors.length > 0) throw new AppError("invalid_request", "The request is not valid.", { errors });
      const { store, clock } = services;
      return currentTicketView(
        services,
        await store.currentTickets.put(session.staff.staffID, ticket ?? null, clock.now()),
      );
    },
  }),
  route({
    method: "GET",
    path: "/api/tickets/:ticket",
    about: "Everything that was done with a ticket, in each environment.",
    policy: "viewer",
    input: {},
    answer: ticketAnswerSchema,
    errors: ["not_found"],
    handler: (context, { params }) => getTicket({ context, ticket: params.ticket }),
  }),
] as const;

async function currentTicketView(
  { store, ticketRules }: OperationServices,
  stored: StoredTicket | null,
): Promise<CurrentTicket> {
  const { ticketFor, reasonFor } = await store.ticketPolicy.read();
  const { pattern, example } = ticketRules;
  const link = stored ? ticketRules.linkOf(stored.ticket) : undefined;
  return {
    ...(stored && { ticket: stored.ticket, since: new Date(stored.since).toISOString() }),
    ...(link !== undefined && { link }),
    ticketFor,
    reasonFor,
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { example }),
  };
}
