import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jobEventSchema, problemEventSchema } from "#lib/contract/job-events.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type JobApi, startJobApi } from "#tests/fixtures/api/job-api.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { type EventReader, readEvents } from "#tests/fixtures/events/read-events.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

let clock: ReturnType<typeof createFakeClock>;
let api: JobApi;
let console: TestBff;
let cookie: string;
let jobID: string;
let isStoreDown: boolean;

/** Opens a store that cannot check sessions while `isStoreDown` is true. */
const openFailing: typeof openStore = async (url) => {
  const store = await openStore(url);
  const environmentsOf: typeof store.sessions.environmentsOf = async (...given) => {
    if (isStoreDown) throw new AppError("store_unavailable", "The store is made to fail.");
    return store.sessions.environmentsOf(...given);
  };
  return { ...store, sessions: { ...store.sessions, environmentsOf } };
};

beforeEach(async () => {
  isStoreDown = false;
  clock = createFakeClock();
  api = await startJobApi({ now: () => clock.monotonic() });
  const staff = [
    { email: "vera@test.example", role: "viewer" as const },
    { email: "walt@test.example", role: "viewer" as const },
  ];
  console = await createTestBff({ baseUrl: api.origin, clock, staff, openStore: openFailing });
  cookie = await console.signIn("vera@test.example");
  jobID = randomUUID();
  api.put(jobID, { status: "running", progress: 10 });
});

afterEach(async () => {
  await console.close();
  await api.close();
});

async function open(jobIDs: string[] = [jobID], headers: HeadersInit = {}, as = cookie): Promise<Response> {
  const query = new URLSearchParams(jobIDs.map((id) => ["id", id]));
  return console.send("GET", `/api/sandbox/jobs/events?${query}`, { cookie: as, headers });
}

const watch = async (...given: Parameters<typeof open>): Promise<EventReader> => readEvents(await open(...given));

/** Moves the clock forward until an event of this kind arrives. Returns the event. */
const until = (reader: EventReader, kind: string) => clock.passUntil(reader.until(kind));

const jobOf = async (reader: EventReader) => jobEventSchema.parse((await until(reader, "job")).data);

test("the answer is a stream that proxies neither buffer nor cache", async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("private, no-store, no-transform");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const reader = readEvents(response);
  expect(await reader.next()).toMatchObject({ kind: "retry", data: "2000" });
  await reader.leave();
});

test("the stream sends a job's state and each change, and ends when the job is finished", async () => {
  const reader = await watch();
  expect(await jobOf(reader)).toMatchObject({ jobID, state: "running", progress: 0.1 });
  api.put(jobID, { status: "running", progress: 60 });
  expect(await jobOf(reader)).toMatchObject({ progress: 0.6 });
  api.put(jobID, { status: "succeeded", customerID: "c1" });
  expect(await jobOf(reader)).toMatchObject({ state: "succeeded", customerID: "c1" });
  expect(await reader.next()).toMatchObject({ kind: "end", data: { code: "finished" } });
  expect(await reader.next()).toBeUndefined();
  const polls = api.polls(jobID).length;
  await clock.advance(60_000);
  expect(api.polls(jobID)).toHaveLength(polls);
});

test("many streams of a job share one poller, which stops when no stream is left", async () => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => watch()));
  await Promise.all(readers.map((reader) => jobOf(reader)));
  api.put(jobID, { status: "running", progress: 70 });
  const seen = await Promise.all(readers.map((reader) => jobOf(reader)));
  expect(seen.map(({ progress }) => progress)).toEqual(readers.map(() => 0.7));
  const polls = api.polls(jobID);
  for (const [index, at] of polls.entries()) expect(at - (polls[index - 1] ?? -900)).toBeGreaterThanOrEqual(900);
  await Promise.all(readers.map((reader) => reader.leave()));
  const count = polls.length;
  for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
  expect(api.polls(jobID).length - count).toBeLessThanOrEqual(1);
});

test("a stream that reconnects gets only the events that it has missed", async () => {
  const other = randomUUID();
  api.put(other, { status: "queued" });
  const first = await watch([jobID, other]);
  await until(first, "job");
  const { id } = await until(first, "job");
  await first.leave();
  api.put(other, { status: "running", progress: 50 });
  await clock.advance(10_000);
  const second = await watch([jobID, other], { "last-event-id": id ?? "" });
  expect(await jobOf(second)).toMatchObject({ jobID: other, progress: 0.5 });
  api.put(jobID, { status: "failed", error: "no more numbers" });
  expect(await jobOf(second)).toMatchObject({ jobID, state: "failed", reason: "no more numbers" });
  await second.leave();

  const unsure = await watch([jobID, other], { "last-event-id": "of another stream" });
  const sentIDs = [await jobOf(unsure), await jobOf(unsure)].map((job) => job.jobID);
  expect(sentIDs.sort()).toEqual([jobID, other].sort());
  await unsure.leave();
});

test("the stream sends a heartbeat every 15 s, and an event when an unchanged job was checked", async () => {
  const reader = await watch();
  await jobOf(reader);
  const [startMs, kinds] = [clock.monotonic(), [] as string[]];
  while (clock.monotonic() - startMs < 61_000) {
    const event = await clock.passUntil(reader.next());
    kinds.push(event?.kind === "comment" ? String(event.data) : (event?.kind ?? ""));
  }
  expect(kinds.filter((kind) => kind === "heartbeat")).toHaveLength(4);
  expect(new Set(kinds)).toEqual(new Set(["heartbeat", "checked"]));
  await reader.leave();
});

describe("the end of a stream", () => {
  test("a stream ends at once when its session ends on this replica, and streams of other sessions continue", async () => {
    const [reader, other] = [await watch(), await watch([jobID], {}, await console.signIn("walt@test.example"))];
    await jobOf(reader);
    await jobOf(other);
    const startMs = clock.monotonic();
    await console.send("DELETE", "/api/session", { cookie });
    expect((await reader.until("end")).data).toEqual({ code: "session_ended" });
    expect(clock.monotonic()).toBe(startMs);
    api.put(jobID, { status: "running", progress: 99 });
    expect(await jobOf(other)).toMatchObject({ progress: 0.99 });
    await other.leave();
  });

  test("a stream ends when the person was inactive for half an hour, because watching is no activity", async () => {
    const reader = await watch();
    const startMs = clock.monotonic();
    expect((await until(reader, "end")).data).toEqual({ code: "session_ended" });
    expect(clock.monotonic() - startMs).toBeGreaterThan(30 * 60_000 - 1_000);
    expect(clock.monotonic() - startMs).toBeLessThan(30 * 60_000 + 5_000);
  });

  test("a stream ends when the console's store cannot confirm the session for a minute", async () => {
    const reader = await watch();
    await jobOf(reader);
    isStoreDown = true;
    const startMs = clock.monotonic();
    expect((await until(reader, "end")).data).toEqual({ code: "store_unavailable" });
    expect(clock.monotonic() - startMs).toBeGreaterThan(50_000);
    expect(clock.monotonic() - startMs).toBeLessThan(70_000);
    isStoreDown = false;
    const next = await watch();
    await jobOf(next);
    await next.leave();
  });

  test("a stream ends when the console restarts, and the stopping console opens no new stream", async () => {
    const reader = await watch();
    await jobOf(reader);
    // Load balancers must first notice the drain. Before that, they would send a reconnecting stream back to this
    // replica.
    console.bff.beginDrain();
    expect((await console.send("GET", "/api/ready")).status).toBe(503);
    const other = await watch();
    await jobOf(other);
    await other.leave();
    console.bff.drain();
    expect((await reader.until("end")).data).toEqual({ code: "draining" });
    expect((await open()).status).toBe(503);
  });
});

describe("a job with unusual answers", () => {
  test("a job that cannot be read sends one problem, and its state again when it can be read", async () => {
    const reader = await watch();
    await jobOf(reader);
    api.put(jobID, { answer: 500 });
    const problem = problemEventSchema.parse((await until(reader, "problem")).data);
    expect(problem).toMatchObject({ jobID, code: "upstream_failed" });
    api.put(jobID, { status: "running", progress: 10 });
    expect(await jobOf(reader)).toMatchObject({ progress: 0.1 });
    await reader.leave();
  });

  test("a job that is answered under another ID is reported under the requested ID", async () => {
    const reader = await watch();
    await jobOf(reader);
    api.put(jobID, { jobID: `another-${jobID}`, status: "running", progress: 20 });
    expect(await jobOf(reader)).toMatchObject({ jobID, progress: 0.2 });
    await reader.leave();
  });

  test("a job that vanishes is read a few more times, and then its stream ends", async () => {
    const reader = await watch();
    await jobOf(reader);
    api.put(jobID, undefined);
    const polls = api.polls(jobID).length;
    expect((await until(reader, "problem")).data).toMatchObject({ code: "not_found" });
    expect((await until(reader, "problem")).data).toMatchObject({ code: "not_found", final: true });
    expect(await reader.next()).toMatchObject({ kind: "end", data: { code: "finished" } });
    expect(api.polls(jobID).length - polls).toBe(4);
  });

  test("a job that is read too often is not read again until the time that the API names", async () => {
    const reader = await watch();
    await jobOf(reader);
    api.put(jobID, { answer: 429, headers: { "retry-after": "120" } });
    const problem = problemEventSchema.parse((await until(reader, "problem")).data);
    expect(problem.code).toBe("upstream_rate_limited");
    const refusedAt = api.polls(jobID).at(-1) ?? 0;
    api.put(jobID, { status: "succeeded" });
    expect(await jobOf(reader)).toMatchObject({ state: "succeeded" });
    expect((api.polls(jobID).at(-1) ?? 0) - refusedAt).toBeGreaterThanOrEqual(119_000);
  });

  test("a job that never ends is read less and less often", async () => {
    const reader = await watch();
    await jobOf(reader);
    let extendedMs = clock.monotonic();
    const pausesAfter = async (minutes: number) => {
      while (clock.monotonic() < minutes * 60_000) {
        await until(reader, "checked");
        if (clock.monotonic() - extendedMs < 10 * 60_000) continue;
        // A stream needs a valid session, so the session is extended.
        await console.send("POST", "/api/session/extend", { cookie });
        extendedMs = clock.monotonic();
      }
      const [before = 0, last = 0] = api.polls(jobID).slice(-2);
      return last - before;
    };
    expect(await pausesAfter(5)).toBeGreaterThanOrEqual(5_000);
    expect(await pausesAfter(60)).toBeGreaterThanOrEqual(29_000);
    await reader.leave();
  });

  test("a job of 10 MB is sent without the members that make it large", async () => {
    api.put(jobID, { status: "running", log: "x".repeat(10_000_000) });
    const reader = await watch();
    expect(await jobOf(reader)).toMatchObject({ state: "running", raw: {}, rawOmitted: true });
    const steps = Array.from({ length: 5_000 }, (_, index) => ({ name: `step ${index}`, status: "done" }));
    api.put(jobID, { status: "running", steps });
    const job = await jobOf(reader);
    expect(job.steps).toHaveLength(200);
    expect(job.stepsOmitted).toBe(4_800);
    await reader.leave();
  });
});

test("a slow reader gets the newest state of each job, and no events pile up", async () => {
  const response = await open();
  const quick = await watch();
  for (let progress = 11; progress <= 60; progress += 1) {
    api.put(jobID, { status: "running", progress });
    expect(await jobOf(quick)).toMatchObject({ progress: progress / 100 });
  }
  const slow = readEvents(response);
  expect(await slow.next()).toMatchObject({ kind: "retry" });
  expect(await jobOf(slow)).toMatchObject({ progress: 0.6 });
  await Promise.all([quick.leave(), slow.leave()]);
});

test("the console refuses jobs that it cannot follow, and more streams of one session than a browser needs", async () => {
  const many = Array.from({ length: 51 }, () => randomUUID());
  for (const jobIDs of [[], many, ["../auth"]]) expect((await open(jobIDs)).status).toBe(400);
  const readers = await Promise.all(Array.from({ length: 12 }, () => watch()));
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "too_many_streams" });
  await readers[0]?.leave();
  const next = await open();
  expect(next.status).toBe(200);
  await next.body?.cancel();
  expect((await console.send("HEAD", `/api/sandbox/jobs/events?id=${jobID}`, { cookie })).status).toBe(200);
  expect((await open()).status).toBe(200);
});
