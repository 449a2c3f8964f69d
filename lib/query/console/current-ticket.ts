import { queryOptions } from "@tanstack/react-query";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { api } from "#lib/paths.ts";
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

/** Sets the current ticket; an empty one clears it. */
export function putCurrentTicket(ticket: string): Promise<CurrentTicket> {
  return writeJson<CurrentTicket>("PUT", api.currentTicket(), { ticketFor: "array" }, { ticket });
}
