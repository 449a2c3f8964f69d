import { expect, test } from "vitest";
import { liveRows, unfinishedJobs } from "#components/jobs/live-rows.ts";
import type { Job, JobList } from "#lib/contract/job.ts";
import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import type { LiveJob } from "#lib/live-jobs/use-live-jobs.ts";

const job = (jobID: string, state: Job["state"]): Job => ({ jobID, state, stateText: state, steps: [], raw: {} });

const listOf = (...jobs: Job[]): JobList => ({
  jobs,
  total: jobs.length,
  limit: 100,
  offset: 0,
  asOf: "2026-11-20T09:30:00.000Z",
});

const live = (members: Partial<LiveJob>): LiveJob => ({
  job: undefined,
  asOf: undefined,
  problem: undefined,
  ...members,
});

test("only unfinished jobs are followed, and only as many as one stream can follow", () => {
  expect(unfinishedJobs(undefined)).toEqual({ watched: [], all: 0 });
  const few = listOf(job("a", "running"), job("b", "succeeded"), job("c", "unknown"), job("d", "cancelled"));
  expect(unfinishedJobs(few)).toEqual({ watched: ["a", "c"], all: 2 });
  const many = listOf(...Array.from({ length: 80 }, (_, index) => job(`j${index}`, "queued")));
  const { watched, all } = unfinishedJobs(many);
  expect([watched.length, watched[0], all]).toEqual([maxStreamJobs, "j0", 80]);
});

test("a row shows the latest state, from the list or from the stream", () => {
  const list = listOf(job("a", "running"), job("b", "running"), job("c", "running"));
  const seen = new Map([
    ["a", live({ job: job("a", "succeeded"), asOf: "2026-11-20T09:30:05.000Z" })],
    ["b", live({ job: job("b", "queued"), asOf: "2026-11-20T09:29:00.000Z" })],
  ]);
  expect(liveRows(list, seen).map((row) => [row.job.state, row.gone])).toEqual([
    ["succeeded", false],
    ["running", false],
    ["running", false],
  ]);
});

test("a job is marked as vanished when the server says so, not after a single 404", () => {
  const problem = { code: "not_found" as const, detail: "", errors: [] };
  const list = listOf(job("a", "running"));
  expect(liveRows(list, new Map([["a", live({ problem, isGone: false })]]))).toMatchObject([{ gone: false }]);
  const gone = new Map([["a", live({ problem, isGone: true })]]);
  expect(liveRows(list, gone)).toMatchObject([{ gone: true, job: { state: "running" } }]);
});
