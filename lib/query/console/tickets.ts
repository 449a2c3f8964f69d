import { queryOptions } from "@tanstack/react-query";
import type { TicketPolicy, TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import type { TicketAnswer } from "#lib/contract/console/ticket.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

/** The ticket that the person works on, and what writes must have. */
export function currentTicketQueryOptions() {
  return queryOptions({
    queryKey: ["current-ticket"],
    queryFn: ({ signal }) =>
      fetchJson<CurrentTicket>(api.currentTicket(), { ticketFor: "array" }, { signal, quiet: true }),
    staleTime: 30_000,
  });
}

/** Sets the ticket that the person works on; an empty one: none. */
export function putCurrentTicket(ticket: string): Promise<CurrentTicket> {
  return writeJson<CurrentTicket>("PUT", api.currentTicket(), { ticketFor: "array" }, { ticket });
}

/** What was done for a ticket: over HTTP in the browser, by the BFF's own operation on the server. */
export function ticketQueryOptions(
  ticket: string,
  read: (signal: AbortSignal) => Promise<TicketAnswer> = (signal) =>
    fetchJson<TicketAnswer>(api.ticket(ticket), { environments: "array" }, { signal }),
) {
  return queryOptions({
    queryKey: ["ticket", ticket],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
  });
}

/** For what a ticket or a reason is required. */
export function ticketPolicyQueryOptions(
  read: (signal: AbortSignal) => Promise<TicketPolicyAnswer> = (signal) =>
    fetchJson<TicketPolicyAnswer>(api.ticketPolicy(), { policy: "object" }, { signal }),
) {
  return queryOptions({
    queryKey: ["ticket-policy"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
  });
}

/** Changes it, unless another person has changed it since it was read. */
export function putTicketPolicy(policy: TicketPolicy): Promise<TicketPolicyAnswer> {
  return writeJson<TicketPolicyAnswer>("PUT", api.ticketPolicy(), { policy: "object" }, policy);
}
