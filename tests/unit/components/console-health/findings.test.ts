import { describe, expect, test } from "vitest";
import { findingsOf } from "#components/console-health/findings.ts";
import type { ConsoleHealth, Replica, ReplicaReport } from "#lib/contract/console/console-health.ts";

const report: ReplicaReport = {
  version: "1.0.0",
  build: "a",
  node: "26.10.0",
  host: "one",
  processID: 7,
  isDraining: false,
  auditKeyID: "0123456789ab",
  memoryBytes: 3e8,
  eventLoopDelayMs: 1,
  jobStreams: 0,
  watchedJobs: 0,
  signInQueue: { running: 0, waiting: 0 },
  workers: [{ name: "reconciler", everyMs: 5_000, isFailing: false, failures: 2 }],
  api: [
    {
      environment: "sandbox",
      availability: "available",
      breaker: "closed",
      token: "valid",
      failedInRow: 0,
      queue: { running: 0, waiting: 0 },
    },
  ],
};

const replica = (changes: Partial<Replica> = {}, said: Partial<ReplicaReport> = {}): Replica => ({
  replicaID: "id",
  state: "running",
  isAnswering: true,
  startedAt: "2026-11-22T10:00:00Z",
  seenAt: "2026-11-22T11:00:00Z",
  report: { ...report, ...said },
  ...changes,
});

const status = (changes: Partial<ConsoleHealth> = {}): ConsoleHealth => ({
  asOf: "2026-11-22T11:00:05Z",
  replicas: [replica()],
  store: { kind: "sqlite", migrations: 3, pendingMigrations: [], unknownMigrations: [] },
  known: [],
  work: [
    {
      environment: "sandbox",
      followedJobs: 3,
      lateJobs: 0,
      unresolvedOperations: 1,
      runningBulks: 1,
      runningImports: 0,
      plannedChanges: 0,
    },
  ],
  maintenance: [],
  ...changes,
});

const api = (availability: ReplicaReport["api"][number]["availability"]) => ({
  api: report.api.map((one) => ({ ...one, availability })),
});

describe("findings on the system page", () => {
  test("the page reports nothing if everything runs", () => {
    expect(findingsOf(status())).toEqual([]);
    // A replica that shuts down on purpose needs no attention. A replica that checks whether the API answers again
    // needs none either.
    expect(findingsOf(status({ replicas: [replica({ state: "draining" }, api("probing"))] }))).toEqual([]);
  });

  test.each([
    [
      "outboxes that a restore has stopped",
      {
        auditPush: { receiver: "https://collector.example", waiting: 3, stoppedAt: "2026-11-22T10:59:00Z" },
        notifications: {
          receiver: "https://collector.example",
          waiting: 0,
          givenUp: 0,
          stoppedAt: "2026-11-22T10:59:00Z",
        },
      },
      /nothing is sent: Audit push, Notifications\./,
      true,
    ],
    [
      "a stopped outbox of exports",
      { exports: { receiver: "https://reports.example", waiting: 1, stoppedAt: "2026-11-22T10:59:00Z" } },
      /nothing is sent: Files of scheduled exports\./,
      true,
    ],
    [
      "a file that the endpoint refuses",
      { exports: { receiver: "https://reports.example", waiting: 1, problem: "The receiver answered 413." } },
      /does not accept a file\. The receiver answered 413\.$/,
      true,
    ],
    [
      "e-mails that were not sent",
      { emails: { people: 2, failed: 1, unknown: 0, waiting: 1, problem: "The mail server answered 550." } },
      /^E-mails with notifications for 2 people .*arrived\. The mail server answered 550\.$/,
      true,
    ],
    [
      "an audit log without a key",
      { replicas: [replica(), replica({}, { auditKeyID: undefined })] },
      /^The audit log is written without a key/,
      false,
    ],
    [
      "a replica without a report",
      { replicas: [replica(), replica({ state: "silent" })] },
      /^one has not reported/,
      true,
    ],
    [
      "a nearly full heap",
      { replicas: [replica({}, { nearLimit: "heap" })] },
      /^one uses most of the memory that Node may use/,
      true,
    ],
    [
      "a nearly full container",
      { replicas: [replica({}, { nearLimit: "memory" })] },
      /^one uses most of its container's memory/,
      true,
    ],
    ["two builds", { replicas: [replica(), replica({}, { build: "b" })] }, /^Several builds/, false],
    [
      "a failing worker",
      { replicas: [replica({}, { workers: report.workers.map((one) => ({ ...one, isFailing: true })) })] },
      /fails on one/,
      true,
    ],
    [
      "an old Node",
      { replicas: [replica({}, { nodeFloor: "26.12.1" })] },
      /^Switchboard runs on Node 26\.10\.0\. Versions before 26\.12\.1 have known faults\./,
      false,
    ],
    ["an API that is down", { replicas: [replica({}, api("down"))] }, /sandbox: Not responding/, true],
    ["an API that asked to wait", { replicas: [replica({}, api("paused"))] }, /Requests are paused/, false],
    [
      "pending migrations",
      { store: { ...status().store, pendingMigrations: ["0300_later"] } },
      /bin\/switchboard migrate/,
      true,
    ],
    [
      "migrations of a newer version",
      { store: { ...status().store, unknownMigrations: ["0300_later"] } },
      /newer version/,
      false,
    ],
    [
      "requests that wait for a connection",
      { store: { ...status().store, connections: { open: 10, idle: 0, waiting: 4 } } },
      /wait for a connection/,
      false,
    ],
    [
      "jobs that no replica reads",
      { work: status().work.map((one) => ({ ...one, lateJobs: 2 })) },
      /^Jobs in sandbox/,
      false,
    ],
    [
      "a refused push",
      { auditPush: { receiver: "https://collector.example", waiting: 3, problem: "The receiver answered 500." } },
      /answered 500/,
      true,
    ],
  ] satisfies [string, Partial<ConsoleHealth>, RegExp, boolean][])(
    "the page reports %s",
    (_what, changes, text, isSerious) => {
      expect(findingsOf(status(changes))).toEqual([
        { key: expect.any(String), text: expect.stringMatching(text), isSerious },
      ]);
    },
  );

  test("an API that several replicas report as down is one finding, and serious findings come first", () => {
    const replicas = [
      replica({ replicaID: "a" }, api("down")),
      replica({ replicaID: "b" }, { ...api("down"), build: "b" }),
    ];
    const findings = findingsOf(status({ replicas }));
    expect(findings.map(({ isSerious }) => isSerious)).toEqual([true, false]);
  });

  test("the last report of a silent replica is not shown as current", () => {
    const gone = replica({ state: "silent" }, { ...api("down"), build: "b" });
    expect(findingsOf(status({ replicas: [replica(), gone] }))).toHaveLength(1);
  });
});
