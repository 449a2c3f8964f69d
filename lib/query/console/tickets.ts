import type { TicketPolicy, TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import type { TicketAnswer } from "#lib/contract/console/ticket.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, writeJson } from "#lib/requests/fetch-json.ts";

/**
 * Everything that was done for a ticket. The browser reads it over HTTP; the server calls the BFF's operation directly.
 */
export function ticketQueryOptions(
  ticket: string,
  read: (signal: AbortSignal) => Promise<TicketAnswer> = fetches<TicketAnswer>(api.ticket(ticket), {
    environments: "array",
  }),
) {
  return pageQuery(["ticket", ticket], read, 5_000);
}

/** The rules about which writes require a ticket or a reason. */
export function ticketPolicyQueryOptions(
  read: (signal: AbortSignal) => Promise<TicketPolicyAnswer> = fetches<TicketPolicyAnswer>(api.ticketPolicy(), {
    policy: "object",
  }),
) {
  return pageQuery(["ticket-policy"], read, 10_000);
}

/** Saves the rules. Fails if somebody has changed the rules since they were read. */
export function putTicketPolicy(policy: TicketPolicy): Promise<TicketPolicyAnswer> {
  return writeJson<TicketPolicyAnswer>("PUT", api.ticketPolicy(), { policy: "object" }, policy);
}
