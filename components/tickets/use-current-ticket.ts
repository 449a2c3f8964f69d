"use client";

import { useQuery } from "@tanstack/react-query";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";

/** The ticket that the person works on, with what writes must have; `initial` came with the page. */
export function useCurrentTicket(initial?: CurrentTicket): CurrentTicket | undefined {
  return useQuery({ ...currentTicketQueryOptions(), ...(initial && { initialData: initial }) }).data;
}
