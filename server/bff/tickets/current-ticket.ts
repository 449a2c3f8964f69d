import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { ticketErrors } from "#server/bff/operations/require-reference.ts";
import type { CurrentTicket as StoredTicket } from "#server/bff/store/current-tickets.ts";

type Context = RouteContext<"viewer", "/api/me/ticket", OperationServices>;

/** The person's current ticket, and the references that writes require. */
export async function getCurrentTicket({ services, session }: Context): Promise<CurrentTicket> {
  return currentTicketView(services, await services.store.currentTickets.find(session.staff.staffID));
}

/** Sets or removes the person's current ticket. */
export async function putCurrentTicket(
  { services, session }: Context,
  ticket: string | undefined,
): Promise<CurrentTicket> {
  const errors = ticketErrors(services.ticketRules, "ticket", ticket);
  if (errors.length > 0) throw new AppError("invalid_request", "The request is not valid.", { errors });
  const { store, clock } = services;
  return currentTicketView(
    services,
    await store.currentTickets.put(session.staff.staffID, ticket ?? null, clock.now()),
  );
}

async function currentTicketView(
  { store, ticketRules }: OperationServices,
  stored: StoredTicket | null,
): Promise<CurrentTicket> {
  const { ticketFor, reasonFor } = await store.ticketPolicy.read();
  const { pattern } = ticketRules;
  const link = stored ? ticketRules.linkOf(stored.ticket) : undefined;
  return {
    ...(stored && { ticket: stored.ticket, since: new Date(stored.since).toISOString() }),
    ...(link !== undefined && { link }),
    ticketFor,
    reasonFor,
    ...(pattern !== undefined && { pattern }),
  };
}
