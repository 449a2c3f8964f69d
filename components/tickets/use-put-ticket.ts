"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import { currentTicketQueryOptions, putCurrentTicket } from "#lib/query/console/current-ticket.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { currentTicketTexts as texts } from "./menu-texts.ts";

/** Sets the current ticket. An empty text removes it. */
export function usePutTicket(): {
  put: (ticket: string, done?: () => void) => void;
  problem: ShownProblem | undefined;
  isBusy: boolean;
} {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: putCurrentTicket,
    onSuccess: (changed) => {
      client.setQueryData(currentTicketQueryOptions().queryKey, changed);
      announce(changed.ticket === undefined ? texts.cleared : texts.now(changed.ticket));
    },
  });
  return {
    put: (ticket, done) => change.mutate(ticket, done && { onSuccess: done }),
    problem: change.error ? shownProblem(change.error) : undefined,
    isBusy: change.isPending,
  };
}
