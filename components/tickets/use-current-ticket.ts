"use client";

import { useQuery } from "@tanstack/react-query";
import type { CurrentTicket } from "#lib/contract/console/current-ticket.ts";
import { currentTicketQueryOptions } from "#lib/query/console/current-ticket.ts";

/**
 * The person's current ticket, and what the ticket policy requires for writes. `initial` is data that the server read
 * for the page.
 */
export function useCurrentTicket(initial?: CurrentTicket): CurrentTicket | undefined {
  return useQuery({ ...currentTicketQueryOptions(), ...(initial && { initialData: initial }) }).data;
}
