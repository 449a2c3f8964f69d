import type { TicketPolicy, TicketPolicyAnswer } from "#lib/contract/access/ticket-policy.ts";
import type { TicketAnswer } from "#lib/contract/console/ticket.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches, writeJson } from "#lib/requests/fetch-json.ts";

/** What was done for a ticket: over HTTP in the browser, by the BFF's own operation on the server. */
export function ticketQueryOptions(
  ticket: string,
  read: (signal: AbortSignal) => Promise<TicketAnswer> = fetches<TicketAnswer>(api.ticket(ticket), {
    environments: "array",
  }),
) {
  return pageQuery(["ticket", ticket], read, 5_000);
}

/** For what a ticket or a reason is required. */
export function ticketPolicyQueryOptions(
  read: (signal: AbortSignal) => Promise<TicketPolicyAnswer> = fetches<TicketPolicyAnswer>(api.ticketPolicy(), {
    policy: "object",
  }),
) {
  return pageQuery(["ticket-policy"], read, 10_000);
}

/** Changes it, unless another person has changed it since it was read. */
export function putTicketPolicy(policy: TicketPolicy): Promise<TicketPolicyAnswer> {
  return writeJson<TicketPolicyAnswer>("PUT", api.ticketPolicy(), { policy: "object" }, policy);
}
