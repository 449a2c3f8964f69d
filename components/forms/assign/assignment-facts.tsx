"use client";

import Link from "next/link";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Assignment } from "#lib/contract/console/assignment.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { assignTexts as texts } from "./assign-texts.ts";

/** Who works on something, and the note of the last hand-over. */
export function AssignmentFacts({ environment, assignment }: { environment: Environment; assignment: Assignment }) {
  const { staffID } = useSession().staff;
  const { assignee, at, handover } = assignment;
  const isMine = assignee?.staffID === staffID;
  return (
    <>
      <span className="block wrap-anywhere">
        {assignee ? (
          <>
            {texts.assignedTo} <bdi className="font-medium">{isMine ? texts.you : assignee.name || assignee.email}</bdi>
          </>
        ) : (
          texts.waitsForNextShift
        )}{" "}
        <span className="text-ink-muted">
          <Timestamp value={at} detail="minute" />
        </span>
      </span>
      {handover && (
        <span className="block wrap-anywhere">
          <span className="text-ink-muted">{texts.handedOverBy(handover.by.name || handover.by.email)}:</span>{" "}
          <bdi>{handover.note}</bdi>
          {handover.ticket !== undefined && (
            <>
              {" · "}
              <TicketLink ticket={handover.ticket} />
            </>
          )}
          {handover.filters !== undefined && (
            <>
              {" · "}
              <Link
                href={pages.customers(environment, handover.filters)}
                prefetch={false}
                className="text-accent hover:underline"
              >
                {texts.filters}
              </Link>
            </>
          )}
        </span>
      )}
    </>
  );
}
