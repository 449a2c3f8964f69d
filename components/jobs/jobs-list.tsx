"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useMemo, useRef } from "react";
import { ListSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { jobForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job, JobList } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { jobStateWord } from "#lib/operations/job-texts.ts";
import { pages } from "#lib/paths.ts";
import { jobsQueryOptions } from "#lib/query/operations/jobs.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { jobsViewParams } from "#lib/url-state/jobs-view.ts";
import { type JobRow, jobColumns, jobRowMenu } from "./columns.tsx";
import { JobsFilter } from "./jobs-filter.tsx";
import { liveRows, unfinishedJobs } from "./live-rows.ts";
import { LiveConnectionState } from "./live-state.tsx";
import { jobTexts, jobsTexts as texts } from "./texts.ts";
import { useHeldList } from "./use-held-list.ts";
import { useJobsView } from "./use-jobs-view.ts";

/** Announces to screen readers that a visible job has ended. */
function useSpokenEnds(rows: readonly JobRow[]): void {
  const states = useRef(new Map<string, Job["state"]>());
  useEffect(() => {
    for (const { job } of rows) {
      const before = states.current.get(job.jobID);
      if (before !== undefined && !isFinished(before) && isFinished(job.state)) {
        announce(texts.ended(jobTexts.title(shortenMiddle(job.jobID), job.companyName), jobStateWord(job)));
      }
      states.current.set(job.jobID, job.state);
    }
  }, [rows]);
}

/** Shown until the first jobs have loaded. */
export function JobsSkeleton({ environment }: { environment: Environment }) {
  return <ListSkeleton columns={jobColumns(environment)} label={texts.loading} />;
}

interface SourceProps {
  list: JobList | undefined;
  /** The number of unfinished jobs of the page. */
  unfinished: number;
}

/** Says where the rows come from (the API or the store of known jobs), and in which order the rows are. */
function Source({ list, unfinished }: SourceProps) {
  const locale = useNumberLocale();
  const { recorded } = list ?? {};
  const count = (value: number) => formatCount(value, locale);
  return (
    <>
      {recorded
        ? texts.recorded(
            formatPlural(recorded.jobs, jobForms, locale),
            recorded.total === undefined ? undefined : count(recorded.total),
          )
        : texts.order}
      {unfinished > maxStreamJobs && ` ${texts.watchedMost(maxStreamJobs)}`}
    </>
  );
}

/**
 * An environment's jobs, page by page. If the person filters by state, the list contains only the known jobs in these
 * states. Unfinished jobs are updated live. New rows appear only when the person asks for them, so that no row moves
 * under the pointer.
 */
export function JobsList({ environment }: { environment: Environment }) {
  const locale = useNumberLocale();
  const [view, changeView] = useJobsView(environment);
  const mayWrite = useCanWrite();
  const query = useQuery({ ...jobsQueryOptions(environment, view), ...keepPageData });
  const { shown, newest, count, show } = useHeldList(view, query.data);
  const unfinished = unfinishedJobs(shown);
  const { jobs: live, connection } = useLiveJobs(environment, unfinished.watched);
  const rows = useMemo(() => (shown ? liveRows(shown, live, newest) : []), [shown, live, newest]);
  useSpokenEnds(rows);
  const columns = useMemo(() => jobColumns(environment), [environment]);
  const menu = useMemo(() => jobRowMenu(environment), [environment]);
  const watching = rows.some(({ job }) => !isFinished(job.state));
  return (
    <div className="flex flex-col gap-2">
      <KeepFocus className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-muted text-table">
        <p tabIndex={-1} {...keepFocusProps} className="rounded-small">
          <Source list={newest ?? shown} unfinished={unfinished.all} />
        </p>
        {rows.length > 0 && <LiveConnectionState connection={connection} watching={watching} isList />}
      </KeepFocus>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <JobsFilter view={view} change={changeView} />
        <KeepFocus>
          <p role="status" tabIndex={-1} {...keepFocusProps} className="rounded-small text-table print:hidden">
            {newest && (
              <>
                {count > 0 ? texts.newJobs(formatCount(count, locale)) : texts.changed} ·{" "}
                <button type="button" onClick={show} className="min-h-6 text-accent hover:underline">
                  {texts.show}
                </button>
              </>
            )}
          </p>
        </KeepFocus>
      </div>
      <PagedList
        texts={texts}
        forms={jobForms}
        view={view}
        onView={changeView}
        reading={{ ...query, data: shown }}
        rowsOf={(list) => liveRows(list, live, newest)}
        rowID={({ job }) => job.jobID}
        columns={columns}
        name="jobs"
        menu={menu}
        empty={
          view.states.length > 0 && (
            <EmptyState
              title={texts.noneRecorded}
              actions={<Button onClick={() => changeView({ states: [] })}>{texts.showAll}</Button>}
            >
              {texts.noneRecordedWhy}
            </EmptyState>
          )
        }
        emptyAction={
          mayWrite && (
            <Link className={buttonClass("primary")} href={pages.newCustomer(environment)} prefetch={false}>
              {texts.create}
            </Link>
          )
        }
        signInHref={pages.signIn(pages.jobs(environment, jobsViewParams(view)))}
      />
    </div>
  );
}
