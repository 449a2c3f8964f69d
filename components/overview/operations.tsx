"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { needsAttentionName } from "#components/ui/outcome-texts.ts";
import { operationForms } from "#components/ui/plural-forms.ts";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { isUnderWay } from "#lib/contract/operation-outcome.ts";
import type { OverviewValue } from "#lib/contract/overview.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { operationInWords, overviewTexts as texts } from "./texts.ts";

interface OperationLineProps {
  environment: Environment;
  operation: Operation;
  /** Its job, where the page follows it live. */
  live: LiveJob | undefined;
}

function OperationLine({ environment, operation, live }: OperationLineProps) {
  const { verb, object } = operationInWords(operation);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 px-4 py-1.5 text-table">
      <Link
        href={pages.operation(environment, operation.operationID)}
        prefetch={false}
        className="min-w-0 truncate text-accent hover:underline"
      >
        {verb} {object !== undefined && <bdi className="font-medium">{object}</bdi>}
      </Link>
      <OutcomeStatus operation={operation} live={live} />
      <p className="col-span-2 flex flex-wrap gap-x-3 text-fine text-ink-muted">
        <span className="min-w-0 truncate">
          {texts.by} {operation.actor.email}
        </span>
        <span className="ms-auto">
          <Timestamp value={operation.createdAt} detail="minute" /> <ZoneName />
        </span>
      </p>
    </li>
  );
}

/** The latest writes: what, by whom, and their state; running ones are live. */
export function Operations({ environment, answer }: { environment: Environment; answer: OverviewValue<"operations"> }) {
  const locale = useNumberLocale();
  const { looked, total } = answer.coverage;
  const watched = answer.operations.flatMap((operation) =>
    operation.jobID !== undefined && isUnderWay(operation.outcome) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, watched);
  return (
    <div className="py-2">
      {total === 0 && <p className="px-4 py-1.5 text-ink-muted">{texts.noOperations}</p>}
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
      {total > 0 && (
        <p className="flex flex-wrap gap-x-4 px-4 py-1 text-fine text-ink-muted">
          {looked < total
            ? texts.latestOf(formatCount(looked, locale), formatPlural(total, operationForms, locale))
            : texts.allOf(formatPlural(total, operationForms, locale))}
          <Link
            href={pages.operations(environment, "outcome=needs-attention")}
            prefetch={false}
            className="ms-auto text-accent hover:underline"
          >
            {needsAttentionName}
          </Link>
          <Link href={pages.operations(environment)} prefetch={false} className="text-accent hover:underline">
            {texts.allOperations}
          </Link>
        </p>
      )}
    </div>
  );
}
