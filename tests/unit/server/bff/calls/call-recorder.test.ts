import { expect, test } from "vitest";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import {
  createCallRecorder,
  maxBody,
  maxBodyCharacters,
  maxCalls,
  maxTextBytes,
} from "#server/bff/calls/call-recorder.ts";
import { runAsWorker, runInPageContext, runInRoute, setRequestStaff } from "#server/bff/core/page-context.ts";

const everyCall = () => true;

function setUp(wanted: readonly string[] = []) {
  let number = 0;
  const recorder = createCallRecorder({ clock: { now: () => 5_000 }, wantsBodies: (id) => wanted.includes(id) });
  const record = (given: Partial<CallRecord> = {}) => {
    number += 1;
    recorder.record({
      environment: "sandbox",
      kind: "attempt",
      number,
      method: "GET",
      path: "/jobs",
      attempt: 1,
      requestID: "a-request",
      waitMs: 0,
      durationMs: 1_000,
      bytes: 2,
      wasSent: true,
      outcome: "ok",
      bodies: { request: { plan: "essential" }, response: "{}" },
      ...given,
    });
    return number;
  };
  return { kept: recorder.in("sandbox"), other: recorder.in("production"), record };
}

const asPerson = (staffID: string, work: () => number) =>
  runInRoute("GET /api/:environment/jobs", { requestID: "a-request" }, () => {
    setRequestStaff(staffID);
    return work();
  });

test("a call is recorded with its start, only in its own environment", () => {
  const { kept, other, record } = setUp();
  record();
  expect(kept.list(everyCall)).toMatchObject([{ atMs: 4_000, path: "/jobs" }]);
  expect(other.list(everyCall)).toEqual([]);
});

test("calls are listed in the order in which they started, not in which they ended", () => {
  const { kept, record } = setUp();
  record({ number: 2 });
  record({ number: 1 });
  expect(kept.list(everyCall).map(({ number }) => number)).toEqual([1, 2]);
});

test("new calls replace the oldest calls, by number and by bytes", () => {
  const { kept, record } = setUp();
  for (let index = 0; index < maxCalls + 10; index += 1) record();
  expect(kept.list(everyCall)).toHaveLength(maxCalls);
  expect(kept.state().dropped).toBe(10);
  const query = "x".repeat(5_000);
  for (let index = 0; index < maxCalls; index += 1) record({ query });
  expect(kept.state().textBytes).toBeLessThanOrEqual(maxTextBytes);
  expect(kept.list(everyCall).length).toBeLessThan(maxCalls);
  // The recorder cuts long queries. Otherwise a few calls with long queries would remove all other calls.
  expect(kept.list(everyCall).length).toBeGreaterThan(4_000);
});

test("a call contains the page, route or worker that caused it, and the person", () => {
  const { kept, record } = setUp();
  asPerson("staff-1", record);
  runInPageContext({ notes: { requestID: "a-page", staffID: "staff-2" }, page: "/sandbox/jobs" }, () =>
    runInRoute("GET /api/:environment/jobs", { requestID: "a-page" }, record),
  );
  asPerson("staff-1", () => runAsWorker("reconciler", record));
  expect(kept.list(everyCall).map(({ cause }) => cause)).toEqual([
    { kind: "route", name: "GET /api/:environment/jobs", staffID: "staff-1" },
    { kind: "page", name: "/sandbox/jobs", route: "GET /api/:environment/jobs", staffID: "staff-2" },
    { kind: "worker", name: "reconciler" },
  ]);
});

test("bodies are recorded only for a person for whom this is switched on, and never without a person", () => {
  const { kept, record } = setUp(["staff-1"]);
  const own = asPerson("staff-1", record);
  const others = asPerson("staff-2", record);
  const workers = runAsWorker("reconciler", record);
  expect(kept.bodiesOf(own)).toEqual({ request: '{"plan":"essential"}', response: "{}" });
  expect(kept.bodiesOf(others)).toBeUndefined();
  expect(kept.bodiesOf(workers)).toBeUndefined();
});

test("bodies have limits: a body that is too long is not recorded, and the oldest bodies are removed first", () => {
  const { kept, record } = setUp(["staff-1"]);
  const long = asPerson("staff-1", () => record({ bodies: { request: undefined, response: "x".repeat(maxBody + 1) } }));
  expect(kept.bodiesOf(long)).toEqual({});
  const response = "x".repeat(maxBody);
  const numbers = Array.from({ length: maxBodyCharacters / maxBody + 2 }, () =>
    asPerson("staff-1", () => record({ bodies: { request: undefined, response } })),
  );
  expect(numbers.filter((number) => kept.bodiesOf(number) !== undefined)).toEqual(numbers.slice(2));
});
