"use client";

import Link from "next/link";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import type { ShownProblem } from "#lib/shown-problem.ts";
import { notSentText } from "../not-sent-texts.ts";
import { type CreationError, fieldOfMember } from "./check-creation.ts";
import { outcomeTexts as texts } from "./texts.ts";

/** The messages of a refusal, word for word, each at the field that it names. */
export function errorsOf({ errors, detail }: ShownProblem): CreationError[] {
  const told = errors.map(({ field: member, message }): CreationError => {
    // A member without a field of its own is one that the block of further members is for.
    return member === undefined ? { message } : { field: fieldOfMember(member) ?? "further", message };
  });
  return told.length > 0 ? told : [{ message: detail }];
}

/** What to do about a refusal, and the operation that keeps it. */
export function RefusalNote({ environment, problem }: { environment: Environment; problem: ShownProblem }) {
  const { operation, errors, detail, requestID } = problem;
  return (
    <div className="mt-1 text-ink-muted">
      {errors.length > 0 && <p className="wrap-anywhere">{detail}</p>}
      <p>{notSentText(problem.code) ?? texts.correct}</p>
      {problem.retryAt !== undefined && (
        <p>
          {texts.tryAgainAfter} <Timestamp value={problem.retryAt} detail="clock" /> <ZoneName />
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
      {!operation && requestID !== undefined && <p className="font-mono text-fine wrap-anywhere">{requestID}</p>}
    </div>
  );
}
