import { expect, test } from "vitest";
import { isSameOrder, liveRows, newJobs, unfinishedJobs } from "#components/jobs/live-rows.ts";
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

test("rows that stay in their places show the state of the newest list, or of a newer event", () => {
  const shown = listOf(job("a", "running"), job("b", "running"), job("c", "running"));
  const newest = {
    ...listOf(job("n", "queued"), job("a", "succeeded"), job("b", "running")),
    asOf: "2026-11-20T09:31:00.000Z",
  };
  const events = new Map([
    ["b", live({ job: job("b", "queued"), asOf: "2026-11-20T09:30:30.000Z" })],
    ["c", live({ job: job("c", "failed"), asOf: "2026-11-20T09:30:30.000Z" })],
  ]);
  expect(liveRows(shown, events, newest).map((row) => [row.job.jobID, row.job.state])).toEqual([
    ["a", "succeeded"],
    ["b", "running"],
    ["c", "failed"],
  ]);
});

test("new jobs are counted on the first page by their rows, on a later page by the total", () => {
  const shown = { ...listOf(job("a", "running"), job("b", "running")), total: 60 };
  const moved = { ...listOf(job("n", "queued"), job("a", "running")), total: 63 };
  expect(isSameOrder(shown, { ...shown, jobs: [...shown.jobs] })).toBe(true);
  expect(isSameOrder(shown, moved)).toBe(false);
  expect(newJobs(shown, { ...moved, total: 60 })).toBe(1);
  expect(newJobs(shown, moved)).toBe(3);
  expect(newJobs({ ...shown, offset: 25 }, { ...moved, offset: 25, total: 60 })).toBe(0);
});
