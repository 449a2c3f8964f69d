import { isFinished, jobStates } from "#lib/contract/values/job-states.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import type { Job } from "../contract/job.ts";
import type { ProblemEvent } from "../contract/job-events.ts";
import { hasShape } from "../requests/answer-shape.ts";
import type { ServerEvent } from "./event-parser.ts";

/** What is known about a watched job. */
export interface LiveJob {
  job: Job | undefined;
  /** When the API sent the state in `job`; ISO 8601 in UTC. */
  asOf: string | undefined;
  /** Why the last attempt to read the job failed; undefined if it succeeded. */
  problem: ShownProblem | undefined;
  /** Set if the server has decided that the job no longer exists. The job is then not read again. */
  isGone?: boolean;
}

/** News about one job. The tabs of a browser send this news to each other. */
export type JobUpdate =
  | { kind: "job"; jobID: string; job: Job; asOf: string }
  | { kind: "checked"; jobID: string; asOf: string }
  | { kind: "problem"; jobID: string; problem: ShownProblem; isFinal: boolean };

/** A job as this browser knows it. If `isOver` is true, the browser does not read the job again. */
export interface WatchedJob extends LiveJob {
  isOver: boolean;
}

const shownOf = ({ code, detail, retryAt }: ProblemEvent): ShownProblem => ({
  code,
  detail,
  errors: [],
  ...(retryAt === undefined ? {} : { retryAt }),
});

/** Returns the news in an event. Undefined for an event with an unknown kind or an unexpected content. */
export function parseJobEvent({ kind, data }: ServerEvent): JobUpdate | undefined {
  const event = parseJson(data);
  if (!hasShape<{ jobID: string }>(event, { jobID: "string" })) return undefined;
  const { jobID } = event;
  if (kind === "problem" && hasShape<ProblemEvent>(event, { code: "string", detail: "string" })) {
    return { kind, jobID, problem: shownOf(event), isFinal: event.final === true };
  }
  if (!hasShape<{ asOf: string }>(event, { asOf: "string" })) return undefined;
  if (kind === "checked") return { kind, jobID, asOf: event.asOf };
  if (kind !== "job" || !isJob(event)) return undefined;
  const { asOf, ...job } = event;
  return { kind, jobID, job, asOf };
}

/** True if the event contains a job in a state that this page knows. The page ignores any other event. */
function isJob(event: unknown): event is Job & { asOf: string } {
  return (
    hasShape<Job>(event, { state: "string", stateText: "string", steps: "array" }) && jobStates.includes(event.state)
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unknownJob: WatchedJob = { job: undefined, asOf: undefined, problem: undefined, isOver: false };

/** Applies news to the known state of a job. If the job could not be read, the last known state stays. */
export function applyJobUpdate(known: WatchedJob = unknownJob, news: JobUpdate): WatchedJob {
  if (news.kind === "job") {
    return { job: news.job, asOf: news.asOf, problem: undefined, isOver: isFinished(news.job.state) };
  }
  if (news.kind === "checked") return { ...known, asOf: news.asOf };
  return { ...known, problem: news.problem, isOver: news.isFinal };
}
