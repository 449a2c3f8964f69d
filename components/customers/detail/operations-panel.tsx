"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { type Reading, ReadPanel } from "#components/ui/panel/panel.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationList } from "#lib/contract/operations/operation.ts";
import { formatCount } from "#lib/format/format-number.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { watchedJobIDs } from "#lib/operations/operation-outcome.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { pages } from "#lib/paths.ts";
import { OperationRequest } from "./operation-words.tsx";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { operationTexts as texts } from "./texts.ts";

interface OperationRowProps {
  environment: Environment;
  operation: Operation;
  /** The job, if the page follows it live. */
  live: LiveJob | undefined;
}

function OperationRow({ environment, operation, live }: OperationRowProps) {
  const { operationID, actor, createdAt, jobID } = operation;
  return (
    <tr className="border-line align-top not-first:border-t max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:px-4 max-sm:py-2">
      <th scope="row" className="px-4 py-2 text-start font-medium max-sm:col-span-full max-sm:p-0">
        <Link href={pages.operation(environment, operationID)} prefetch={false} className="text-accent hover:underline">
          <OperationRequest operation={operation} />
        </Link>
        {overrideJobIDsOf(operation).length > 0 && (
          <p className="font-normal text-fine text-ink-muted">{texts.override}</p>
        )}
      </th>
      <td className="px-4 py-2 max-sm:p-0">
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <OutcomeStatus operation={operation} live={live} withTime />
          {jobID !== undefined && (
            <Link
              href={pages.job(environment, jobID)}
              prefetch={false}
              className="text-accent text-fine hover:underline print:hidden"
            >
              {texts.job}
            </Link>
          )}
        </span>
      </td>
      <td className="px-4 py-2 text-ink-muted wrap-anywhere max-sm:p-0 print:wrap-anywhere!">
        <bdi>{actor.email}</bdi>
      </td>
      <td className="whitespace-nowrap px-4 py-2 text-ink-muted max-sm:col-span-full max-sm:p-0">
        <Timestamp value={createdAt} detail="minute" />
      </td>
    </tr>
  );
}

function Rows({
  environment,
  customerID,
  list,
}: {
  environment: Environment;
  customerID: string;
  list: OperationList;
}) {
  const locale = useNumberLocale();
  const { jobs } = useLiveJobs(environment, watchedJobIDs(list.operations));
  return (
    <>
      <table className="w-full text-table max-sm:block">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="text-fine text-ink-muted max-sm:sr-only">
          <tr className="border-line border-b">
            {[texts.what, texts.state, texts.who, texts.when].map((name) => (
              <th key={name} scope="col" className="px-4 py-1.5 text-start font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {list.operations.map((operation) => (
            <OperationRow
              key={operation.operationID}
              environment={environment}
              operation={operation}
              live={operation.jobID === undefined ? undefined : jobs.get(operation.jobID)}
            />
          ))}
        </tbody>
      </table>
      {list.total > list.operations.length && (
        <p className="border-line border-t px-4 py-2 text-table print:hidden">
          <Link
            href={pages.operations(environment, new URLSearchParams({ customerID }))}
            prefetch={false}
            className="text-accent hover:underline"
          >
            {texts.all(formatCount(list.total, locale))}
          </Link>
        </p>
      )}
    </>
  );
}

interface OperationsPanelProps {
  environment: Environment;
  customerID: string;
  reading: Reading<OperationList>;
  signInHref: string;
}

/** The operations on a customer with person and result. Only the console's own record contains them, not the API. */
export function OperationsPanel({ environment, customerID, reading, signInHref }: OperationsPanelProps) {
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={signInHref}
      skeleton={<PanelSkeleton label={texts.loading} />}
      emptyLine={({ operations }) => (operations.length === 0 ? texts.none : undefined)}
    >
      {(list) => <Rows environment={environment} customerID={customerID} list={list} />}
    </ReadPanel>
  );
}
