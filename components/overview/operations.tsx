"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { operationForms } from "#components/ui/plural-forms.ts";
import { operationAction, operationTitle } from "#components/ui/status/operation-texts.ts";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OverviewValue } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { overviewTexts as texts } from "./texts.ts";

interface OperationLineProps {
  environment: Environment;
  operation: Operation;
  /** The operation's job, if the page follows it live. */
  live: LiveJob | undefined;
}

function OperationLine({ environment, operation, live }: OperationLineProps) {
  const { operationID, companyName, actor, createdAt } = operation;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-1.5 text-table not-first:border-line not-first:border-t sm:grid-cols-[minmax(0,1fr)_10rem_9rem] sm:items-center">
      <div className="min-w-0">
        <Link
          href={pages.operation(environment, operationID)}
          prefetch={false}
          className="block truncate font-medium text-accent hover:underline"
        >
          <bdi>{companyName ?? operationTitle(operation)}</bdi>
        </Link>
        <p className="truncate text-fine text-ink-muted">
          {companyName !== undefined && (
            <>
              <bdi>{operationAction(operation)}</bdi> ·{" "}
            </>
          )}
          {texts.by} {actor.email}
        </p>
      </div>
      <OutcomeStatus operation={operation} live={live} />
      <span className="text-end text-fine text-ink-muted max-sm:hidden">
        <Timestamp value={createdAt} detail="minute" />
      </span>
    </li>
  );
}

/** The latest operations with person and state. Running ones are live. */
export function Operations({ environment, answer }: { environment: Environment; answer: OverviewValue<"operations"> }) {
  const locale = useNumberLocale();
  const { looked, total } = answer.coverage;
  const watched = answer.operations.flatMap((operation) =>
    operation.jobID !== undefined && isInProgress(operation.outcome) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, watched);
  return (
    <>
      <ul>
        {answer.operations.map((operation) => (
          <OperationLine
            key={operation.operationID}
            environment={environment}
            operation={operation}
            live={operation.jobID === undefined ? undefined : jobs.get(operation.jobID)}
          />
        ))}
      </ul>
      {looked < total && (
        <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">
          {texts.latestOf(formatCount(looked, locale), formatPlural(total, operationForms, locale))}
        </p>
      )}
    </>
  );
}
