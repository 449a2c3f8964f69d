"use client";

import Link from "next/link";
import { outcomeTexts as texts } from "#components/customers/create/texts.ts";
import { notSentText } from "#components/customers/not-sent-texts.ts";
import { ProblemCallsLink } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { type CreationError, fieldOfMember } from "./check-creation.ts";

/**
 * Returns the error messages of a refusal. Each message keeps its text and is assigned to the form field that it names.
 */
export function errorsOf({ errors, detail }: ShownProblem): CreationError[] {
  // Omits messages about the ticket and the reason, because their fields already show them.
  const ofForm = errors.filter(({ field }) => !field?.startsWith("console."));
  const fieldMessages = ofForm.map(({ field: member, message }): CreationError => {
    // A member without its own field is in the block of additional members.
    return member === undefined ? { message } : { field: fieldOfMember(member) ?? "further", message };
  });
  return errors.length > 0 ? fieldMessages : [{ message: detail }];
}

/** Explains the next step after a refusal, and links to the refused operation. */
export function RefusalNote({ environment, problem }: { environment: Environment; problem: ShownProblem }) {
  const { operation, errors, detail, requestID } = problem;
  return (
    <div className="mt-1 text-ink-muted">
      {errors.length > 0 && <p className="wrap-anywhere">{detail}</p>}
      <p>{notSentText(problem.code) ?? texts.correct}</p>
      {problem.retryAt !== undefined && (
        <p>
          {texts.tryAgainAfter} <Timestamp value={problem.retryAt} detail="near" />
        </p>
      )}
      {operation && (
        <Link
          href={pages.operation(environment, operation.operationID)}
          prefetch={false}
          className="text-accent underline underline-offset-2"
        >
          {texts.operation}
        </Link>
      )}
      {!operation && requestID !== undefined && (
        <p className="font-mono text-fine wrap-anywhere">
          {requestID} <ProblemCallsLink problem={problem} />
        </p>
      )}
    </div>
  );
}
