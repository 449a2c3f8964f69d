import { queryOptions } from "@tanstack/react-query";
import type { AssignmentAnswer, Colleagues } from "#lib/contract/console/assignment-requests.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { fetches, fetchJson, sendJson, writeJson } from "#lib/requests/fetch-json.ts";

/** How often an open page reads who works on its customer, in milliseconds. */
const everyMs = 15_000;

/** Who works on a customer. Polled, so that a colleague's assignment appears by itself. */
export function assignmentQueryOptions(
  environment: Environment,
  customerID: string,
  read: (signal: AbortSignal) => Promise<AssignmentAnswer> = (signal) =>
    fetchJson<AssignmentAnswer>(api.customerAssignee(environment, customerID), {}, { signal, quiet: true }),
) {
  return queryOptions({
    queryKey: [environment, "customer", customerID, "assignee"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 5_000,
    refetchInterval: whileAllowed(everyMs),
  });
}

/** The people who may use an environment. */
export function colleaguesQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "colleagues"],
    queryFn: ({ signal }) => fetches<Colleagues>(api.colleagues(environment), { colleagues: "array" })(signal),
    staleTime: 60_000,
  });
}

/** What a person assigns: an item that needs attention, or a customer. */
export type AssignSubject = Pick<AttentionItem, "environment" | "title" | "assignment"> &
  ({ customerID: string } | { item: Pick<AttentionItem, "id" | "kind" | "again"> });

/** A hand-over as the person has typed it. */
export interface TypedHandover {
  note: string;
  ticket?: string | undefined;
  filters?: string | undefined;
  draftKey?: string | undefined;
}

interface Target {
  /** Null: the next shift. Absent: the person who sends the request. */
  assignee?: string | null;
  handover?: TypedHandover;
}

/** Assigns an item or a customer. Refused if the assignee has changed since `subject` was read. */
export function putAssignee(subject: AssignSubject, target: Target = {}): Promise<AssignmentAnswer> {
  const expected = subject.assignment?.assignee?.staffID ?? null;
  const { environment } = subject;
  if ("customerID" in subject) {
    const path = api.customerAssignee(environment, subject.customerID);
    return writeJson("PUT", path, {}, { expected, ...target });
  }
  const { id, kind } = subject.item;
  return writeJson("PUT", api.attentionAssignee(id), {}, { environment, kind, expected, ...target });
}

/** Ends an assignment and its hand-over. */
export async function removeAssignee(subject: AssignSubject): Promise<void> {
  const { environment, assignment } = subject;
  const expected = assignment?.assignee ? { expected: assignment.assignee.staffID } : {};
  if ("customerID" in subject) {
    await sendJson("DELETE", api.customerAssignee(environment, subject.customerID, new URLSearchParams(expected)));
    return;
  }
  const { id, kind } = subject.item;
  await sendJson("DELETE", api.attentionAssignee(id, new URLSearchParams({ environment, kind, ...expected })));
}
