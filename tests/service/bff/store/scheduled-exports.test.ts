import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { StoredSchedule } from "#server/bff/store/scheduled-exports/export-rows.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-27T10:00:00Z");
const coverage = { view: "All", covers: "All", readFrom: "", readUntil: "", expected: 0, count: 0, drifted: false };
const file = { fileName: "all.csv", rows: 0, bytes: 1, storedBytes: 0, sha256: "0", coverage, sends: true };

const eventOf = (action: NewAuditEvent["action"]): NewAuditEvent => ({
  actor: { kind: "console" },
  action,
  environment: "sandbox",
  outcome: "done",
});

describe.each(testDialects.map((dialect) => ({ dialect })))("scheduled exports on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person() {
    const staffID = randomUUID();
    const email = `${staffID}@test.example`;
    await store.staff.add({
      staffID,
      email,
      name: "Kim",
      role: "editor",
      environments: ["sandbox"],
      passwordHash: "hash",
      createdAt: 0,
    });
    return { staffID, email };
  }

  /** A schedule whose files are sent, with a run that this process has leased and started. */
  async function running() {
    const schedule: StoredSchedule = {
      scheduleID: randomUUID(),
      environment: "sandbox",
      viewID: randomUUID(),
      viewName: "All",
      viewShared: true,
      ...(await person()),
      format: "csv",
      columnNames: "api",
      sends: true,
      times: { every: "day", time: "07:00" },
      zone: "UTC",
      state: "active",
      stopReason: null,
      stoppedAt: null,
      dueAt: nowMs,
      createdAt: nowMs,
      updatedAt: nowMs,
    };
    await store.exportSchedules.add(schedule, eventOf("scheduled-export.created"), nowMs);
    return nextRun(schedule);
  }
  async function nextRun(schedule: StoredSchedule) {
    const dueAt = schedule.dueAt ?? nowMs;
    const run = { runID: randomUUID(), dueAt, cause: "due", missed: 0 } as const;
    await store.exportSchedules.begin(schedule, dueAt + 1, run, nowMs);
    const [lease] = await store.exportRuns.take({ environments: ["sandbox"], leaseMs: 60_000, limit: 1 });
    if (!lease) throw new Error("The run was not leased");
    const begun = await store.exportRuns.start(lease, nowMs);
    if (!begun) throw new Error("The run was not started");
    return { lease, schedule: begun.schedule, runID: run.runID };
  }
  const change = (schedule: StoredSchedule, changed: Partial<StoredSchedule>) =>
    store.exportSchedules.change(schedule, changed, eventOf("scheduled-export.changed"), nowMs);
  const waiting = async () => (await store.exportOutbox.next(10)).map(({ runID }) => runID);

  const finish = ({ lease, schedule }: Awaited<ReturnType<typeof running>>, finishedMs = nowMs) =>
    store.exportRuns.finish(
      lease,
      schedule,
      { ...file, customerKeys: new Set() },
      eventOf("scheduled-export.finished"),
      finishedMs,
    );

  test.each([
    { how: "stopped the sending", changed: { sends: false } },
    { how: "paused the schedule", changed: { state: "paused" } },
  ] as const)("a file is not sent after a person has $how, whether its run has ended or not", async ({ changed }) => {
    const one = await running();
    expect(await finish(one)).toBe("done");
    expect(await waiting()).toEqual([one.runID]);
    expect(await change(one.schedule, changed)).toBe(true);
    expect(await waiting()).toEqual([]);
    const other = await running();
    expect(await change(other.schedule, changed)).toBe(true);
    expect(await finish(other)).toBe("done");
    expect(await waiting()).toEqual([]);
  });

  test("a file that was not accepted lets only later files of its schedule wait", async () => {
    const [one, other] = [await running(), await running()];
    expect([await finish(one), await finish(other, nowMs + 1)]).toEqual(["done", "done"]);
    const later = await nextRun(one.schedule);
    expect(await finish(later, nowMs + 2)).toBe("done");
    expect(await waiting()).toEqual([one.runID, other.runID]);
    const leaseID = randomUUID();
    expect(await store.exportOutbox.take(leaseID, 60_000)).toBe(true);
    const failure = { problem: "The receiver answered 413.", retryMs: 60_000 };
    expect(await store.exportOutbox.postpone("another process", one.runID, failure, 60_000)).toBe(false);
    expect(await store.exportOutbox.postpone(leaseID, one.runID, failure, 60_000)).toBe(true);
    expect(await waiting()).toEqual([other.runID]);
    expect(await store.exportOutbox.state()).toMatchObject({ failures: 1, problem: failure.problem, stoppedAt: null });
    const accept = (runID: string) =>
      store.exportOutbox.accept(leaseID, runID, { leaseMs: 60_000, nowMs, event: eventOf("scheduled-export.sent") });
    expect(await accept(other.runID)).toBe(true);
    expect(await waiting()).toEqual([]);
    await store.exportOutbox.release(leaseID);
    expect(await store.exportOutbox.dueInMs()).toBeGreaterThan(0);
    expect(await store.exportOutbox.dueInMs()).toBeLessThanOrEqual(60_000);
    // A file that the endpoint has accepted is marked as sent, also if a person has paused the schedule meanwhile.
    expect(await store.exportOutbox.take(leaseID, 60_000)).toBe(true);
    expect(await change(one.schedule, { state: "paused" })).toBe(true);
    expect(await store.exportOutbox.dueInMs()).toBe(Number.POSITIVE_INFINITY);
    expect(await accept(one.runID)).toBe(true);
    expect(await store.exportRuns.findFile(one.runID)).toMatchObject({ sendState: "sent", sendProblem: null });
  });

  test("two runs that store their files at the same time do not use more than the space", async () => {
    const runs = [await running(), await running()];
    const add = (part: number) =>
      Promise.all(
        runs.map(({ lease }) =>
          store.exportRuns.addPart(lease, "sandbox", { part, content: "0123456789", bytes: 10 }, 30),
        ),
      );
    expect(await add(0)).toEqual(["added", "added"]);
    expect((await add(1)).toSorted()).toEqual(["added", "no-space"]);
    for (const one of runs) await finish(one);
    expect(await add(2)).toEqual(["lost", "lost"]);
  });

  test("a run with the rights of an earlier owner does not stop a schedule that was taken over in the meantime", async () => {
    const { lease, schedule } = await running();
    expect(await change(schedule, await person())).toBe(true);
    const failure = {
      problem: { code: "rights_lost", message: "Kim is disabled." },
      event: eventOf("scheduled-export.failed"),
      stop: { event: eventOf("scheduled-export.stopped") },
    };
    expect(await store.exportRuns.fail(lease, schedule, failure, nowMs)).toBe(true);
    expect(await store.exportSchedules.find(schedule)).toMatchObject({ state: "active", stopReason: null });
    // A file that waits to be sent is withdrawn when its schedule stops.
    const earlier = await running();
    await finish(earlier);
    const { lease: next, schedule: unchanged } = await nextRun({ ...earlier.schedule });
    expect(await store.exportRuns.fail(next, unchanged, failure, nowMs)).toBe(true);
    expect(await store.exportSchedules.find(unchanged)).toMatchObject({
      state: "stopped",
      stopReason: "Kim is disabled.",
    });
    expect(await waiting()).toEqual([]);
  });
});
