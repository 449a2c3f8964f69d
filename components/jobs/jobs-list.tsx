"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useMemo, useRef } from "react";
import { ListSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { announce } from "#components/ui/announcer.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { jobForms } from "#components/ui/plural-forms.ts";
import { useCanWrite } from "#components/ui/session.tsx";
import { jobStateWord } from "#components/ui/status/job-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job, JobList } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { pages } from "#lib/paths.ts";
import { listQueryOptions } from "#lib/query/list-query.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { type JobRow, jobColumns, jobRowMenu } from "./columns.tsx";
import { liveRows, unfinishedJobs } from "./live-rows.ts";
import { LiveConnectionState } from "./live-state.tsx";
import { jobTexts, jobsTexts as texts } from "./texts.ts";

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

/** An environment's jobs, page by page. Unfinished jobs are updated live. */
export function JobsList({ environment }: { environment: Environment }) {
  const [view, changeView] = usePageView();
  const mayWrite = useCanWrite();
  const query = useQuery({ ...listQueryOptions<JobList>("jobs", environment, view), ...keepPageData });
  const unfinished = unfinishedJobs(query.data);
  const { jobs: live, connection } = useLiveJobs(environment, unfinished.watched);
  const rows = useMemo(() => (query.data ? liveRows(query.data, live) : []), [query.data, live]);
  useSpokenEnds(rows);
  const columns = useMemo(() => jobColumns(environment), [environment]);
  const menu = useMemo(() => jobRowMenu(environment), [environment]);
  const watching = rows.some(({ job }) => !isFinished(job.state));
  return (
    <div className="flex flex-col gap-2">
      <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-muted text-table">
        <p>
          {texts.order}
          {unfinished.all > maxStreamJobs && ` ${texts.watchedMost(maxStreamJobs)}`}
        </p>
        {rows.length > 0 && <LiveConnectionState connection={connection} watching={watching} isList />}
      </div>
      <PagedList
        texts={texts}
        forms={jobForms}
        view={view}
        onView={changeView}
        reading={query}
        rowsOf={(list) => liveRows(list, live)}
        rowID={({ job }) => job.jobID}
        columns={columns}
        name="jobs"
        menu={menu}
        emptyAction={
          mayWrite && (
            <Link className={buttonClass("primary")} href={pages.newCustomer(environment)} prefetch={false}>
              {texts.create}
            </Link>
          )
        }
        signInHref={pages.signIn(pages.jobs(environment, pageViewParams(view)))}
      />
    </div>
  );
}
