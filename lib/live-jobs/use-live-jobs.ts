"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { environments } from "#lib/contract/values/environments.ts";
import type { Environment } from "../contract/environment.ts";
import type { Connection } from "./job-store.ts";
import type { LiveJob } from "./job-update.ts";
import { createWatching, type Watching } from "./watching.ts";

export type { LiveJob } from "./job-update.ts";

export interface LiveJobs {
  jobs: ReadonlyMap<string, LiveJob>;
  connection: Connection;
}

/** The watched jobs of this tab in each environment. Not used on the server. */
const watchings = Object.fromEntries(
  environments.map((environment) => [environment, createWatching(environment)]),
) as Record<Environment, Watching>;

const separator = "\n";
const notYet = () => -1;

/**
 * Tracks jobs live, with one stream for all tabs of this browser. Only the jobs in `jobIDs` are watched. If the API or
 * the stream fails, the last known state stays.
 */
export function useLiveJobs(environment: Environment, jobIDs: readonly string[]): LiveJobs {
  const { store, want } = watchings[environment];
  const key = jobIDs.join(separator);
  useEffect(() => (key === "" ? undefined : want(key.split(separator))), [want, key]);
  const version = useSyncExternalStore(store.subscribe, store.version, notYet);
  return useMemo(() => {
    const known = version === notYet() || key === "" ? [] : key.split(separator);
    const jobs = new Map<string, LiveJob>();
    for (const jobID of known) {
      const { job, asOf, problem, isOver } = store.find(jobID) ?? {};
      const isGone = isOver === true && problem?.code === "not_found";
      jobs.set(jobID, { job, asOf, problem, isGone });
    }
    return { jobs, connection: version === notYet() ? "live" : store.connection() };
  }, [store, key, version]);
}
