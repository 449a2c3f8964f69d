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
    const run = { runID: randomUUID(), dueAt: nowMs, cause: "due", missed: 0 } as const;
    await store.exportSchedules.begin(schedule, nowMs + 1, run, nowMs);
    const [lease] = await store.exportRuns.take({ environments: ["sandbox"], leaseMs: 60_000, limit: 1 });
    if (!lease) throw new Error("The run was not leased");
    const begun = await store.exportRuns.start(lease, nowMs);
    if (!begun) throw new Error("The run was not started");
    return { lease, schedule: begun.schedule, runID: run.runID };
  }
  const change = (schedule: StoredSchedule, changed: Partial<StoredSchedule>) =>
    store.exportSchedules.change(schedule, changed, eventOf("scheduled-export.changed"), nowMs);
  const waiting = async () => (await store.exportOutbox.next(10)).map(({ runID }) => runID);

  test("a file is not sent after a person has stopped the sending, whether its run has ended or not", async () => {
    const finish = ({ lease, schedule }: Awaited<ReturnType<typeof running>>) =>
      store.exportRuns.finish(
        lease,
        schedule,
        { ...file, customerKeys: new Set() },
        eventOf("scheduled-export.finished"),
        nowMs,
      );
    const one = await running();
    expect(await finish(one)).toBe("done");
    expect(await waiting()).toEqual([one.runID]);
    expect(await change(one.schedule, { sends: false })).toBe(true);
    expect(await waiting()).toEqual([]);
    const other = await running();
    expect(await change(other.schedule, { sends: false })).toBe(true);
    expect(await finish(other)).toBe("done");
    expect(await waiting()).toEqual([]);
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
    const { lease: next, schedule: unchanged } = await running();
    expect(await store.exportRuns.fail(next, unchanged, failure, nowMs)).toBe(true);
    expect(await store.exportSchedules.find(unchanged)).toMatchObject({
      state: "stopped",
      stopReason: "Kim is disabled.",
    });
  });
});
