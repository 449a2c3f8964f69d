import { afterEach, beforeEach, expect, test } from "vitest";
import type { Problem } from "#lib/contract/errors.ts";
import { jobListSchema } from "#lib/contract/job.ts";
import { type JobApi, startJobApi } from "#tests/fixtures/api/job-api.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const ids = {
  running: "11111111-1111-4111-8111-111111111111",
  failed: "22222222-2222-4222-8222-222222222222",
  succeeded: "33333333-3333-4333-8333-333333333333",
  unread: "44444444-4444-4444-8444-444444444444",
};

let clock: ReturnType<typeof createFakeClock>;
let api: JobApi;
let console: TestBff;
let cookie: string;

beforeEach(async () => {
  clock = createFakeClock();
  api = await startJobApi({ now: () => clock.monotonic() });
  console = await createTestBff({
    baseUrl: api.origin,
    clock,
    staff: [{ email: "vera@test.example", role: "viewer" as const }],
  });
  cookie = await console.signIn("vera@test.example");
  const created = (minute: number) => `2026-11-20T09:0${minute}:00.000Z`;
  api.put(ids.running, { status: "running", created: created(1) });
  api.put(ids.failed, { status: "failed", error: "No capacity.", customerID: "c1", created: created(2) });
  api.put(ids.succeeded, { status: "succeeded", created: created(3) });
  api.put(ids.unread, { status: "failed", created: created(4) });
});

afterEach(async () => {
  await console.close();
  await api.close();
});

const send = (path: string) => console.send("GET", `/api/sandbox/${path}`, { cookie });
const filtered = async (states: string) => {
  const answer = await send(`jobs?state=${states}&limit=10`);
  const list = jobListSchema.parse(await answer.json());
  return { ...list, ids: list.jobs.map(({ jobID }) => jobID) };
};

test("a filter by state finds the jobs that the console has read, and says how many the API has", async () => {
  for (const jobID of [ids.running, ids.failed, ids.succeeded]) await send(`jobs/${jobID}`);
  const list = await filtered("failed,succeeded");
  expect(list.ids).toEqual([ids.succeeded, ids.failed]);
  expect(list).toMatchObject({ total: 2, limit: 10, offset: 0, recorded: { jobs: 3, total: 4 } });
  expect(list.jobs[1]).toMatchObject({ state: "failed", customerID: "c1", steps: [] });

  // An answer with the API's list also updates the stored jobs, for example a job that has ended.
  api.put(ids.running, { status: "failed", created: "2026-11-20T09:01:00.000Z" });
  await send("jobs?limit=10");
  expect((await filtered("failed")).ids).toEqual([ids.unread, ids.failed, ids.running]);
  expect((await filtered("running")).ids).toEqual([]);
});

test("while the API is down the filter still answers, without a number that nobody knows", async () => {
  await send(`jobs/${ids.failed}`);
  await api.close();
  const list = await clock.passUntil(filtered("failed"));
  expect([list.ids, list.recorded]).toEqual([[ids.failed], { jobs: 1 }]);
});

test("a word that is no state is refused with the states", async () => {
  const answer = await send("jobs?state=failed,lost");
  const problem = (await answer.json()) as Problem;
  expect([answer.status, problem.errors[0]?.field]).toEqual([400, "state"]);
  expect(problem.errors[0]?.message).toContain("queued, running, succeeded, failed, cancelled, unknown");
});

test("a job that never changes stays recorded as long as the API shows it", async () => {
  const hourMs = 3_600_000;
  const seenAt = async () => {
    const [row] = await queryStore(
      console.databaseUrl,
      `select "seenAt" from "knownJobs" where "jobID" = '${ids.failed}'`,
    );
    return Number(row?.seenAt);
  };
  const read = async () => {
    cookie = await console.signIn("vera@test.example");
    await send(`jobs/${ids.failed}`);
    return seenAt();
  };
  const first = await read();
  await clock.advance(hourMs);
  expect(await read()).toBe(first);
  await clock.advance(24 * hourMs);
  await expect.poll(read).toBe(first + 25 * hourMs);
});
