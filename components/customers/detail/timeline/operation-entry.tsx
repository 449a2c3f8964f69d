"use client";

import Link from "next/link";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { pages } from "#lib/paths.ts";
import { OperationReason, OperationRequest } from "../operation-words.tsx";
import { operationTexts as texts } from "../texts.ts";

interface OperationEntryProps {
  environment: Environment;
  operation: Operation;
  /** The live state of the job, if the page follows the job. */
  live: LiveJob | undefined;
}

/** An operation: the request, the result with the reason, if there is one, the person and the ticket. */
export function OperationEntry({ environment, operation, live }: OperationEntryProps) {
  const { operationID, actor, jobID, ticket, reason } = operation;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          href={pages.operation(environment, operationID)}
          prefetch={false}
          className="font-medium text-accent hover:underline"
        >
          <OperationRequest operation={operation} />
        </Link>
        <OutcomeStatus operation={operation} live={live} withTime />
      </div>
      <OperationReason operation={operation} />
      <div className="dotted-line flex flex-wrap items-center text-fine text-ink-muted">
        <bdi>{actor.name || actor.email}</bdi>
        {ticket !== undefined && <TicketLink ticket={ticket} className="inline-flex min-h-6 min-w-6 items-center" />}
        {reason !== undefined && <bdi>{reason}</bdi>}
        {jobID !== undefined && (
          <Link
            href={pages.job(environment, jobID)}
            prefetch={false}
            className="text-accent hover:underline print:hidden"
          >
            {texts.job}
          </Link>
        )}
        {overrideJobIDsOf(operation).length > 0 && <span>{texts.override}</span>}
      </div>
    </>
  );
}
