"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { customerForms, operationForms } from "#components/ui/plural-forms.ts";
import { operationAction, operationTitle } from "#components/ui/status/operation-texts.ts";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { OverviewRun, OverviewValue } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { pages } from "#lib/paths.ts";
import { overviewTexts as texts } from "./texts.ts";

const lineClass =
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 py-1.5 text-table not-first:border-line not-first:border-t sm:grid-cols-[minmax(0,1fr)_11rem_9rem] sm:items-center";

interface OperationLineProps {
  environment: Environment;
  operation: Operation;
  /** The live state of the operation's job, if the page follows the job. */
  live: LiveJob | undefined;
}

function OperationLine({ environment, operation, live }: OperationLineProps) {
  const { operationID, companyName, actor, createdAt } = operation;
  return (
    <li className={lineClass}>
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
          {texts.by} <bdi>{actor.name || actor.email}</bdi>
        </p>
      </div>
      <OutcomeStatus operation={operation} live={live} />
      <span className="text-end text-fine text-ink-muted max-sm:hidden">
        <Timestamp value={createdAt} detail="minute" />
      </span>
    </li>
  );
}

/** A bulk change or an import. Shows how many of its rows are done, and how many failed. */
function RunLine({ environment, run }: { environment: Environment; run: OverviewRun }) {
  const locale = useNumberLocale();
  const { kind, id, change, person, startedAt, rows } = run;
  const count = (value: number) => formatCount(value, locale);
  const title = texts[kind](formatPlural(rows.all, customerForms, locale));
  return (
    <li className={lineClass}>
      <div className="min-w-0">
        <Link
          href={kind === "bulk" ? pages.bulk(environment, id) : pages.import(environment, id)}
          prefetch={false}
          className="block truncate font-medium text-accent hover:underline"
        >
          {title}
        </Link>
        <p className="truncate text-fine text-ink-muted">
          {change && (
            <>
              <bdi>{changeContractKind.action({ [change.member]: change.value })}</bdi> ·{" "}
            </>
          )}
          {texts.by} <bdi>{person.name || person.email}</bdi>
        </p>
      </div>
      <span className="text-ink-muted">
        {texts.runDone(count(rows.done), count(rows.all))}
        {rows.failed > 0 && <span className="block text-negative">{texts.runFailed(count(rows.failed))}</span>}
      </span>
      <span className="text-end text-fine text-ink-muted max-sm:hidden">
        <Timestamp value={startedAt} detail="minute" />
      </span>
    </li>
  );
}

/**
 * The newest operations with person and state. Running operations are updated live. The operations of one bulk change
 * or import are shown as one line.
 */
export function Operations({ environment, answer }: { environment: Environment; answer: OverviewValue<"operations"> }) {
  const locale = useNumberLocale();
  const { looked, total } = answer.coverage;
  const watched = answer.operations.flatMap((operation) =>
    operation.jobID !== undefined && isInProgress(operation.outcome) ? [operation.jobID] : [],
  );
  const { jobs } = useLiveJobs(environment, watched);
  const lines = [
    ...answer.operations.map((operation) => ({
      at: operation.createdAt,
      line: (
        <OperationLine
          key={operation.operationID}
          environment={environment}
          operation={operation}
          live={operation.jobID === undefined ? undefined : jobs.get(operation.jobID)}
        />
      ),
    })),
    ...answer.runs.map((run) => ({
      at: run.startedAt,
      line: <RunLine key={run.id} environment={environment} run={run} />,
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <>
      <ul>{lines.map(({ line }) => line)}</ul>
      {(looked < total || answer.runs.length > 0) && (
        <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">
          {looked < total && texts.latestOf(formatCount(looked, locale), formatPlural(total, operationForms, locale))}{" "}
          {answer.runs.length > 0 && texts.runsAreOne}
        </p>
      )}
    </>
  );
}
