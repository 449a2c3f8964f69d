"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import {
  type AssignSubject,
  assignmentQueryOptions,
  putAssignee,
  removeAssignee,
} from "#lib/query/console/assignments.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { currentTicketQueryOptions, putCurrentTicket } from "#lib/query/console/current-ticket.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { assignTexts as texts } from "./assign-texts.ts";

/** Returns a function that reads the assignment again wherever the page shows it. */
export function useAssignmentReload() {
  const client = useQueryClient();
  return async (subject: AssignSubject) => {
    const { environment } = subject;
    await Promise.all([
      client.invalidateQueries({ queryKey: attentionQueryKey }),
      "customerID" in subject &&
        client.invalidateQueries({ queryKey: assignmentQueryOptions(environment, subject.customerID).queryKey }),
    ]);
  };
}

/**
 * Assigns an item or a customer to the person, or ends the assignment. If the hand-over has a ticket, it becomes the
 * person's current ticket. If a colleague was faster, nothing is changed, and `problem` names the colleague.
 */
export function useAssign(subject: AssignSubject): {
  take: () => void;
  end: () => void;
  isBusy: boolean;
  /** Why nothing was changed. */
  problem: ShownProblem | undefined;
  /** Says whether the person now has the draft that a colleague has handed over. */
  draftNote: string | undefined;
} {
  const client = useQueryClient();
  const reload = useAssignmentReload();
  const { title, assignment } = subject;
  const taking = useMutation({
    mutationFn: async () => {
      const { draft } = await putAssignee(subject);
      const ticket = assignment?.handover?.ticket;
      if (ticket !== undefined) {
        client.setQueryData(currentTicketQueryOptions().queryKey, await putCurrentTicket(ticket));
      }
      return draft && draftNotes[draft];
    },
    onSuccess: () => {
      announce(texts.assigned(title));
      return reload(subject);
    },
    // The refusal is shown without waiting for the new assignment.
    onError: () => void reload(subject),
  });
  const ending = useMutation({
    mutationFn: () => removeAssignee(subject),
    onSuccess: () => {
      announce(texts.ended(title));
      return reload(subject);
    },
    onError: () => void reload(subject),
  });
  const error = taking.error ?? ending.error;
  return {
    take: () => taking.mutate(),
    end: () => ending.mutate(),
    isBusy: taking.isPending || ending.isPending,
    problem: error ? shownProblem(error) : undefined,
    draftNote: taking.data,
  };
}

const draftNotes = { taken: texts.draftTaken, "kept-own": texts.draftKept } as const;
