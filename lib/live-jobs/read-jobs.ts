import type { JobAnswer } from "#lib/contract/job.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";
import type { JobUpdate } from "./job-update.ts";

const atOnce = 3;

/** Reads jobs individually, a few at a time, and reports each result as soon as it arrives. It never throws. */
export async function readJobs(options: {
  environment: Environment;
  jobIDs: readonly string[];
  signal: AbortSignal;
  heard(news: JobUpdate): void;
}): Promise<void> {
  const { environment, signal, heard } = options;
  const left = [...options.jobIDs];
  const readOne = async (jobID: string) => {
    try {
      const path = api.job(environment, jobID);
      const { job, asOf } = await fetchJson<JobAnswer>(
        path,
        { job: "object", asOf: "string" },
        { signal, quiet: true },
      );
      heard({ kind: "job", jobID, job: { ...job, jobID }, asOf });
    } catch (error) {
      const problem = shownProblem(error);
      if (!signal.aborted) heard({ kind: "problem", jobID, problem, isFinal: problem.gone === true });
    }
  };
  const run = async () => {
    for (let jobID = left.shift(); jobID !== undefined && !signal.aborted; jobID = left.shift()) await readOne(jobID);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
