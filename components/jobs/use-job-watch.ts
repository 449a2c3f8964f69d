"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import { type LiveJobs, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { jobStateWord } from "#lib/operations/job-texts.ts";
import { jobQueryOptions } from "#lib/query/operations/jobs.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { jobTexts as texts } from "./texts.ts";

/** The newest known state of a job. */
export interface SeenJob {
  job: Job;
  /** The time of the API's answer. */
  asOf: string;
}

interface JobWatch {
  seen: SeenJob | undefined;
  /** The reason why the last attempt to read the job failed. Undefined if the last attempt succeeded. */
  problem: ShownProblem | undefined;
  /** True if the server decided that the job no longer exists. */
  isGone: boolean;
  connection: LiveJobs["connection"];
  /** True while the job may still change. */
  watching: boolean;
  reading: boolean;
  reload: () => void;
}

/** Returns the newer of the two states, or `known` if both have the same age. */
function newer(known: SeenJob | undefined, next: SeenJob): SeenJob {
  return known && next.asOf <= known.asOf ? known : { job: next.job, asOf: next.asOf };
}

/** Follows one job from the first answer until the job ends. */
export function useJobWatch(environment: Environment, jobID: string): JobWatch {
  const query = useQuery({ ...jobQueryOptions(environment, jobID), ...keepPageData });
  const [seen, setSeen] = useState<SeenJob>();
  const watching = query.data !== undefined && !isFinished((seen?.job ?? query.data.job).state);
  const { jobs, connection } = useLiveJobs(environment, watching ? [jobID] : []);
  const live = jobs.get(jobID);

  let next = seen;
  if (query.data) next = newer(next, query.data);
  if (live?.job && live.asOf !== undefined) next = newer(next, { job: live.job, asOf: live.asOf });
  if (next !== seen) setSeen(next);

  useSpokenState(next);
  const client = useQueryClient();
  useEffect(() => {
    // Also stores the live data as the query's answer, so that the page's header shows the age of the live data.
    const { queryKey } = jobQueryOptions(environment, jobID);
    client.setQueryData(queryKey, (known) => (known && next && known.asOf < next.asOf ? { ...known, ...next } : known));
  }, [client, environment, jobID, next]);
  // Hides the failure of an earlier request if the stream has provided newer data.
  const failed = live?.problem ?? (query.error && !live?.job ? shownProblem(query.error) : undefined);
  const { isFetching } = query;
  return {
    seen: next,
    problem: failed,
    isGone: live?.isGone === true || failed?.gone === true,
    connection,
    watching,
    reading: isFetching,
    reload: () => {
      if (!isFetching) void query.refetch();
    },
  };
}

/** Announces the job's state when the state or the running step changes. */
function useSpokenState(seen: SeenJob | undefined): void {
  const running = seen?.job.steps.find(({ state }) => state === "running")?.name;
  const word = seen && texts.nowIs(jobStateWord(seen.job), running);
  const spoken = useRef(word);
  useEffect(() => {
    if (word !== undefined && spoken.current !== undefined && spoken.current !== word) announce(word);
    spoken.current = word;
  }, [word]);
}
