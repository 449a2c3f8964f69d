import { expect, test } from "vitest";
import { followJob, type JobHistory, unchangedSinceMs } from "#components/jobs/job-history.ts";
import type { Job } from "#lib/contract/job.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 30, second)).toISOString();

const job = (members: Partial<Job> = {}): Job => ({
  jobID: "j1",
  state: "running",
  stateText: "running",
  progress: 0.5,
  steps: [],
  raw: {},
  ...members,
});

function seen(...looks: [second: number, members: Partial<Job>][]): JobHistory {
  let history: JobHistory | undefined;
  for (const [second, members] of looks) history = followJob(history, { job: job(members), asOf: at(second) });
  if (!history) throw new Error("nothing was seen");
  return history;
}

test("a job that goes on has no setback, and keeps when it changed", () => {
  const history = seen(
    [0, { state: "queued", progress: 0 }],
    [1, { progress: 0.2 }],
    [2, { progress: 0.2 }],
    [3, { state: "succeeded", progress: 1 }],
  );
  expect(history).toMatchObject({ asOf: at(3), firstAsOf: at(0), changedAt: at(3), setbacks: [] });
});

test("a look that is not newer changes nothing, not even the object", () => {
  const history = seen([5, {}]);
  expect(followJob(history, { job: job({ state: "queued" }), asOf: at(4) })).toBe(history);
  expect(followJob(history, { job: job({ state: "queued" }), asOf: at(5) })).toBe(history);
});

test.each<[string, Partial<Job>, Partial<Job>, boolean]>([
  ["from running to queued", { state: "running" }, { state: "queued" }, true],
  ["from succeeded to running", { state: "succeeded", progress: 1 }, { state: "running" }, true],
  ["from succeeded to failed", { state: "succeeded" }, { state: "failed" }, true],
  ["from failed to an unknown state", { state: "failed" }, { state: "unknown", stateText: "limbo" }, true],
  ["to less of the same work", { progress: 0.6 }, { progress: 0.4 }, true],
  ["to a progress that is not told any more", { progress: 0.6 }, { progress: undefined }, false],
  ["to an unknown state", {}, { state: "unknown", stateText: "limbo" }, false],
  ["from queued to running with less", { state: "queued", progress: 0.3 }, { progress: 0.1 }, false],
])("%s", (_, from, to, isSetback) => {
  const { setbacks } = seen([0, from], [1, to]);
  expect(setbacks.map((setback) => [setback.at, setback.from.state, setback.to.state])).toEqual(
    isSetback ? [[at(1), job(from).state, job(to).state]] : [],
  );
});

test("of many setbacks the last ones are kept", () => {
  const looks = Array.from({ length: 40 }, (_, index): [number, Partial<Job>] => [index, { progress: 1 - index / 50 }]);
  const { setbacks } = seen(...looks);
  expect(setbacks.map((setback) => setback.at)).toEqual([35, 36, 37, 38, 39].map(at));
});

test("since when nothing has changed: by the API's word, by what was seen, or since it was first seen", () => {
  expect(unchangedSinceMs(seen([0, {}], [9, {}]))).toBe(Date.parse(at(0)));
  expect(unchangedSinceMs(seen([30, { updated: at(20) }]))).toBe(Date.parse(at(20)));
  expect(unchangedSinceMs(seen([30, { created: at(10), updated: "soon" }]))).toBe(Date.parse(at(30)));
  expect(unchangedSinceMs(seen([30, { updated: at(20) }], [40, { updated: at(20), progress: 0.7 }]))).toBe(
    Date.parse(at(40)),
  );
});
