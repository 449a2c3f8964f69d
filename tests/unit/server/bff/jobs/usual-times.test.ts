import { expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import { createUsualTimes } from "#server/bff/jobs/usual-times.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

const createdMs = Date.parse("2026-11-20T12:00:00Z");
const at = (ms: number) => new Date(createdMs + ms).toISOString();

const ended = (jobID: string, tookMs: number, given: Partial<Job> = {}): Job => ({
  jobID,
  state: "succeeded",
  stateText: "done",
  type: "import",
  steps: [],
  raw: {},
  created: at(0),
  updated: at(tookMs),
  ...given,
});

/** Creates the usual times with a store that returns `own` for every kind, and counts the calls of the store. */
function create(own: () => Promise<number[]> = async () => []) {
  const clock = createTestClock();
  let asked = 0;
  const tookMs = () => {
    asked += 1;
    return own();
  };
  return { clock, asked: () => asked, times: createUsualTimes({ environment: "sandbox", clock, follows: { tookMs } }) };
}

test("the usual time of a type is computed from five finished jobs in the API's list", async () => {
  const { times } = create();
  for (let index = 1; index <= 4; index += 1) times.learn(ended(`j${index}`, index * 1_000));
  // Job j1 was already counted, so the number of jobs is still four.
  times.learn(ended("j1", 1_000));
  expect(await times.of({ type: "import" })).toBeUndefined();
  times.learn(ended("j5", 5_000));
  expect(await times.of({ type: "import" })).toEqual({ count: 5, p50Ms: 3_000, p95Ms: 5_000 });
  expect(await times.of({ type: "another" })).toBeUndefined();
});

test("a job ends with its last step, if the API reports the steps", async () => {
  const { times } = create();
  const steps: Job["steps"] = [2_000, 1_000].map((ms) => ({
    name: "",
    state: "succeeded",
    stateText: "",
    finishedAt: at(ms),
  }));
  for (let index = 0; index < 5; index += 1) times.learn(ended(`j${index}`, 99_000, { steps }));
  expect(await times.of({ type: "import" })).toMatchObject({ p50Ms: 2_000 });
});

test.each<[string, Partial<Job>]>([
  ["failed", { state: "failed" }],
  ["runs", { state: "running" }],
  ["does not say when it began", { created: undefined }],
  ["does not say when it ended", { updated: undefined }],
  ["ended before it began", { updated: at(-1) }],
  ["took a month", { updated: at(30 * 24 * 60 * 60_000) }],
])("a job that %s is not used for the usual time", async (_what, given) => {
  const { times } = create();
  for (let index = 0; index < 9; index += 1) times.learn(ended(`j${index}`, 1_000, given));
  expect(await times.of({ type: "import" })).toBeUndefined();
});

test("the console's own writes have priority, and all jobs of the type are used if there are few", async () => {
  let own = [100];
  const { times, clock, asked } = create(async () => own);
  for (let index = 0; index < 5; index += 1) times.learn(ended(`j${index}`, 7_000));
  expect(await times.of({ kind: "create-customer" })).toBeUndefined();
  times.link("create-customer", "import");
  expect(await times.of({ kind: "create-customer" })).toMatchObject({ p50Ms: 7_000 });
  own = [100, 100, 100, 100, 100];
  // The result of the store is cached, so only one call has read the store.
  expect(asked()).toBe(1);
  clock.advance(30_000);
  expect(await times.of({ kind: "create-customer", type: "import" })).toMatchObject({ p50Ms: 100 });
});

test("a store that fails counts as a store without history, and not as an error", async () => {
  const { times } = create(() => Promise.reject(new Error("the store is down")));
  expect(await times.of({ kind: "change-contract" })).toBeUndefined();
});

test("the memory has a limit, and keeps the newest jobs of the most recently learned types", async () => {
  const { times } = create();
  for (let index = 0; index < 1_000; index += 1) times.learn(ended(`j${index}`, index));
  expect(await times.of({ type: "import" })).toMatchObject({ count: 200, p50Ms: 899 });
  for (let type = 0; type < 50; type += 1) times.learn(ended("j", 1, { type: `type ${type}` }));
  expect(await times.of({ type: "import" })).toBeUndefined();
});
