"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { jobStateWord } from "#components/ui/job-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { isFinished } from "#lib/contract/job.ts";
import { type LiveJobs, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { jobQueryOptions } from "#lib/query/jobs.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { followJob, type JobHistory } from "./job-history.ts";
import { jobTexts as texts } from "./texts.ts";

interface JobWatch {
  history: JobHistory | undefined;
  /** Why there is nothing newer than `history`. */
  problem: ShownProblem | undefined;
  connection: LiveJobs["connection"];
  /** Whether anything may still change. */
  watching: boolean;
  reading: boolean;
  reload: () => void;
}

/** One job from its first reading to its end, with what the console saw on the way. */
export function useJobWatch(environment: Environment, jobID: string): JobWatch {
  const query = useQuery({ ...jobQueryOptions(environment, jobID), refetchOnMount: false, retryOnMount: false });
  const [history, setHistory] = useState<JobHistory>();
  const watching = query.data !== undefined && !isFinished((history?.job ?? query.data.job).state);
  const { jobs, connection } = useLiveJobs(environment, watching ? [jobID] : []);
  const live = jobs.get(jobID);

  let next = history;
  if (query.data) next = followJob(next, query.data);
  if (live?.job && live.asOf !== undefined) next = followJob(next, { job: live.job, asOf: live.asOf });
  if (next !== history) setHistory(next);

  useSpokenState(next);
  // A stream that works knows better than a reading that failed before it.
  const failed = live?.problem ?? (query.error && !live?.job ? shownProblem(query.error) : undefined);
  const { isFetching } = query;
  return {
    history: next,
    problem: failed,
    connection,
    watching,
    reading: isFetching,
    reload: () => {
      if (!isFetching) void query.refetch();
    },
  };
}

/** Says what the job has become, when its state or the step that runs is another one. */
function useSpokenState(history: JobHistory | undefined): void {
  const running = history?.job.steps.find(({ state }) => state === "running")?.name;
  const word = history && texts.nowIs(jobStateWord(history.job), running);
  const spoken = useRef(word);
  useEffect(() => {
    if (word !== undefined && spoken.current !== undefined && spoken.current !== word) announce(word);
    spoken.current = word;
  }, [word]);
}
