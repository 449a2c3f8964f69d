import { queryOptions } from "@tanstack/react-query";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

/** The person's current ticket, and the rules of the ticket policy for writes. */
export function currentTicketQueryOptions() {
  return queryOptions({
    queryKey: ["current-ticket"],
    queryFn: ({ signal }) =>
      fetchJson<CurrentTicket>(api.currentTicket(), { ticketFor: "array" }, { signal, quiet: true }),
    staleTime: 30_000,
  });
}

/** Sets the current ticket. An empty text clears it. */
export function putCurrentTicket(ticket: string): Promise<CurrentTicket> {
  return writeJson<CurrentTicket>("PUT", api.currentTicket(), { ticketFor: "array" }, { ticket });
}
