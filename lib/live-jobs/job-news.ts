import { z } from "zod";
import { isFinished, type Job } from "../contract/job.ts";
import { checkedEventSchema, jobEventSchema, type ProblemEvent, problemEventSchema } from "../contract/job-events.ts";
import type { ShownProblem } from "../shown-problem.ts";
import type { ServerEvent } from "./event-parser.ts";

/** What is known about a job that somebody watches. */
export interface LiveJob {
  job: Job | undefined;
  /** When the API gave it, ISO 8601 in UTC. */
  asOf: string | undefined;
  /** Why it could not be read the last time. */
  problem: ShownProblem | undefined;
  /** True where the server has decided that it is gone: nobody asks again. */
  isGone?: boolean;
}

/** News of one job, as it goes from tab to tab. */
export type JobNews =
  | { kind: "job"; jobID: string; job: Job; asOf: string }
  | { kind: "checked"; jobID: string; asOf: string }
  | { kind: "problem"; jobID: string; problem: ShownProblem; isFinal: boolean };

/** A job as this browser knows it: with `isOver` nobody need ask for it again. */
export interface KnownJob extends LiveJob {
  isOver: boolean;
}

const shownOf = ({ code, detail, retryAt }: ProblemEvent): ShownProblem => ({
  code,
  detail,
  errors: [],
  ...(retryAt === undefined ? {} : { retryAt }),
});

const jobs = jobEventSchema.transform(({ asOf, ...job }): JobNews => ({ kind: "job", jobID: job.jobID, job, asOf }));
const checks = checkedEventSchema.transform((checked): JobNews => ({ kind: "checked", ...checked }));
const problems = problemEventSchema.transform(
  (event): JobNews => ({
    kind: "problem",
    jobID: event.jobID,
    problem: shownOf(event),
    isFinal: event.final === true,
  }),
);

const schemas = new Map<string, z.ZodType<JobNews>>(Object.entries({ job: jobs, checked: checks, problem: problems }));

/** The news in an event; undefined where it is of a kind, or in a shape, that this page does not know. */
export function newsOf({ kind, data }: ServerEvent): JobNews | undefined {
  const schema = schemas.get(kind);
  return schema && z.string().transform(parseJson).pipe(schema).safeParse(data).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unknownJob: KnownJob = { job: undefined, asOf: undefined, problem: undefined, isOver: false };

/** What is known after news. The last good reading stays, whatever happens later. */
export function afterNews(known: KnownJob = unknownJob, news: JobNews): KnownJob {
  if (news.kind === "job") {
    return { job: news.job, asOf: news.asOf, problem: undefined, isOver: isFinished(news.job.state) };
  }
  if (news.kind === "checked") return { ...known, asOf: news.asOf };
  return { ...known, problem: news.problem, isOver: news.isFinal };
}
