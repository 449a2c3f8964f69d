import type { Assignment } from "#lib/contract/console/assignment.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { mentionedIDs, readableMentions } from "#lib/contract/values/console/mentions.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { instant } from "#lib/format/instant.ts";
import { type PersonNames, readPersonNames } from "#server/bff/core/person-names.ts";
import { customerKind, type StoredAssignment } from "#server/bff/store/assignments/assignments.ts";
import type { ItemKey } from "#server/bff/store/attention/snoozes.ts";

/** The key under which an item is assigned. A customer that was handed over is assigned as a customer. */
export function keyOfItem({ environment, kind, id, customerID = id }: AttentionItem): ItemKey {
  if (kind === "handed-over") return { environment, kind: customerKind, itemID: idKey(customerID) };
  return { environment, kind, itemID: id };
}

/** An assignment as pages show it, with the names that were stored with it. */
export function publicAssignment({ assignee, at, handover }: StoredAssignment): Assignment {
  return {
    ...(assignee && { assignee }),
    at: instant(at),
    ...(handover && {
      handover: {
        by: handover.by,
        at: instant(handover.at),
        note: handover.note,
        ...(handover.ticket !== null && { ticket: handover.ticket }),
        ...(handover.filters !== null && { filters: handover.filters }),
        ...(handover.draftKey !== null && { draftKey: handover.draftKey }),
      },
    }),
  };
}

/** The people of an assignment, and those whom its hand-over mentions. */
export const peopleOfAssignment = ({ assignee, handover }: Assignment): ({ staffID: string } | undefined)[] => [
  assignee,
  handover?.by,
  ...mentionedIDs(handover?.note ?? "").map((staffID) => ({ staffID })),
];

/** The assignment with the current names of its people. */
export function nameAssignment(
  assignment: Assignment,
  named: <Some extends { staffID: string }>(person: Some) => Some,
): Assignment {
  const { assignee, handover } = assignment;
  const nameOf = (staffID: string) => named<{ staffID: string; name?: string }>({ staffID }).name;
  return {
    ...assignment,
    ...(assignee && { assignee: named(assignee) }),
    ...(handover && {
      handover: { ...handover, by: named(handover.by), note: readableMentions(handover.note, nameOf) },
    }),
  };
}

/** A single assignment as pages show it, with the current names of its people. Null if there is none. */
export async function assignmentView(names: PersonNames, stored: StoredAssignment | null): Promise<Assignment | null> {
  if (!stored) return null;
  const assignment = publicAssignment(stored);
  const staffIDs = peopleOfAssignment(assignment).flatMap((person) => person?.staffID ?? []);
  return nameAssignment(assignment, await readPersonNames(names, staffIDs));
}
