import { type Kysely, type Selectable, sql } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { removeFiles } from "#server/bff/store/exported-files/remove-files.ts";
import { type ErasedCustomers, findRecord, readErased } from "#server/bff/store/known/erasures.ts";
import { type ClaimRuns, createLeaseStore, type Lease, lockLease, underLease } from "#server/bff/store/runs/lease.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { runOfRow, type StoredCoverage, type StoredRun, type StoredSchedule, scheduleOfRow } from "./export-rows.ts";
import { lockSchedule, type ScheduleKey, withdrawFiles } from "./schedules.ts";

const openStates = ["waiting", "running"] as const;

/** The maximum number of old files or runs that one transaction removes. */
const removedAtOnce = 50;

export interface RunProblem {
  code: string;
  message: string;
}

/** Why a run has no file, with the event for the audit log. `stop`: its schedule stops too. */
interface RunFailure {
  problem: RunProblem;
  event: NewAuditEvent;
  stop?: { event: NewAuditEvent } | undefined;
}

/** A finished file. Its parts are already stored. */
export interface FinishedFile {
  fileName: string;
  rows: number;
  bytes: number;
  storedBytes: number;
  sha256: string;
  coverage: StoredCoverage;
  /** True if the file is to be sent to the endpoint, unless the schedule is paused or says otherwise by now. */
  sends: boolean;
  /** The lower-case IDs of the customers in the file. */
  customerKeys: ReadonlySet<string>;
}

const isSending = (schedule: Pick<Selectable<ConsoleSchema["exportSchedules"]>, "sends" | "state"> | undefined) =>
  schedule?.sends === 1 && schedule.state === "active";

/** The store of the runs of schedules and of their files. Database errors are passed on unchanged. */
export function createExportRunStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const leases = createLeaseStore(db, dialect, "exportRuns");
  const file = (runID: string) =>
    db.selectFrom("exportRuns").selectAll().where("runID", "=", runID).where("state", "=", "done");
  const end = { leaseID: null, leaseUntil: null };

  return {
    renew: leases.renew,
    release: leases.release,
    releaseAll: leases.releaseAll,
    take: (wanted: ClaimRuns): Promise<Lease[]> => leases.takeLeases(wanted, openStates),
    nextExpiryInMs: (): Promise<number | null> => leases.nextExpiryInMs(openStates),
    /** Begins an attempt, without the parts of an earlier attempt. Null if the lease is lost. */
    async start(
      lease: Lease,
      nowMs: number,
    ): Promise<{ run: StoredRun; schedule: StoredSchedule; erased: ErasedCustomers } | null> {
      let started: { run: StoredRun; schedule: StoredSchedule } | undefined;
      await underLease(db, dialect, lease, openStates, async (on) => {
        const row = await on
          .updateTable("exportRuns")
          .set((builder) => ({
            state: "running",
            startedAt: nowMs,
            attempts: builder("attempts", "+", 1),
            storedBytes: 0,
          }))
          .where("runID", "=", lease.runID)
          .returningAll()
          .executeTakeFirstOrThrow();
        await on.deleteFrom("exportFileParts").where("runID", "=", lease.runID).execute();
        const schedule = await on
          .selectFrom("exportSchedules")
          .selectAll()
          .where("scheduleID", "=", row.scheduleID)
          .executeTakeFirstOrThrow();
        started = { run: runOfRow(row), schedule: scheduleOfRow(schedule) };
        return true;
      });
      if (!started) return null;
      const { environment } = started.run;
      const record = await db
        .selectFrom("knownRecords")
        .select("erasureKey")
        .where("environment", "=", environment)
        .executeTakeFirst();
      return { ...started, erased: await readErased(db, environment, record?.erasureKey) };
    },
    /**
     * Adds a part of the file, unless all files of the environment would then have more than `maxBytes`. Only one
     * transaction at a time adds a part, so that several replicas together respect this limit too.
     */
    addPart: (
      lease: Lease,
      environment: Environment,
      { part, content, bytes }: { part: number; content: string; bytes: number },
      maxBytes: number,
    ): Promise<"added" | "lost" | "no-space"> =>
      db.transaction().execute(async (on) => {
        await acquireAdvisoryLock(on, dialect, `stored exports of ${environment}`);
        if (!(await lockLease(on, dialect, lease, ["running"]))) return "lost";
        const { used } = await on
          .selectFrom("exportRuns")
          .select((builder) => builder.fn.sum<number | null>("storedBytes").as("used"))
          .where("environment", "=", environment)
          .executeTakeFirstOrThrow();
        if (Number(used ?? 0) + bytes > maxBytes) return "no-space";
        await on.insertInto("exportFileParts").values({ runID: lease.runID, part, content }).execute();
        await on
          .updateTable("exportRuns")
          .set((builder) => ({ storedBytes: builder("storedBytes", "+", bytes) }))
          .where("runID", "=", lease.runID)
          .execute();
        return "added";
      }),
    /**
     * Finishes a run. `erased`: a customer of the file was erased in the meantime, so the run must start again. Locks
     * the record of known customers, so that no customer is erased between this check and the end of the run. Locks the
     * schedule, so that this file is not sent either if a person stops the sending of the schedule's files.
     */
    finish: (
      lease: Lease,
      { environment, scheduleID }: ScheduleKey,
      { sends, coverage, customerKeys, ...facts }: FinishedFile,
      event: NewAuditEvent,
      nowMs: number,
    ): Promise<"done" | "lost" | "erased"> =>
      db.transaction().execute(async (on) => {
        const record = await findRecord(on, dialect, environment, "share");
        const schedule = await lockSchedule(on, scheduleID);
        if (!(await lockLease(on, dialect, lease, ["running"]))) return "lost";
        const erased = await readErased(on, environment, record?.erasureKey);
        for (const key of customerKeys) if (erased.has(key)) return "erased";
        await on
          .updateTable("exportRuns")
          .set({ ...facts, ...end, state: "done", finishedAt: nowMs, problem: null })
          .set({ coverage: JSON.stringify(coverage), sendState: sends && isSending(schedule) ? "waiting" : null })
          .where("runID", "=", lease.runID)
          .execute();
        await appendAudit(on, event, nowMs);
        return "done";
      }),
    /** Lets the run wait for another attempt. No process takes it before `ms` milliseconds have passed. */
    postpone: (lease: Lease, problem: RunProblem, ms: number): Promise<boolean> =>
      underLease(db, dialect, lease, openStates, async (on) => {
        await on
          .updateTable("exportRuns")
          .set({ state: "waiting", problem: JSON.stringify(problem), storedBytes: 0 })
          .set({ leaseUntil: sql`${storeNow(dialect)} + ${sql.lit(ms)}` })
          .where("runID", "=", lease.runID)
          .execute();
        await on.deleteFrom("exportFileParts").where("runID", "=", lease.runID).execute();
        return true;
      }),
    /** Lets the run wait again without counting the attempt, because this process ends. */
    async giveBack(lease: Lease): Promise<void> {
      await underLease(db, dialect, lease, ["running"], async (on) => {
        await on
          .updateTable("exportRuns")
          .set((builder) => ({ ...end, state: "waiting", attempts: builder("attempts", "-", 1) }))
          .where("runID", "=", lease.runID)
          .execute();
        return true;
      });
    },
    /**
     * Ends a run without a file. With `stop`, also stops its schedule and the sending of its files, unless somebody has
     * changed or taken over the schedule since the run began. `stop.event` is then not recorded.
     */
    fail: (
      lease: Lease,
      { scheduleID, updatedAt }: Pick<StoredSchedule, "scheduleID" | "updatedAt">,
      { problem, stop, event }: RunFailure,
      nowMs: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        await lockSchedule(on, scheduleID);
        if (!(await lockLease(on, dialect, lease, openStates))) return false;
        await on
          .updateTable("exportRuns")
          .set({ ...end, state: "failed", finishedAt: nowMs, problem: JSON.stringify(problem), storedBytes: 0 })
          .where("runID", "=", lease.runID)
          .execute();
        await on.deleteFrom("exportFileParts").where("runID", "=", lease.runID).execute();
        await appendAudit(on, event, nowMs);
        if (!stop) return true;
        const { numUpdatedRows } = await on
          .updateTable("exportSchedules")
          .set({
            state: "stopped",
            stopReason: problem.message,
            stoppedAt: nowMs,
            dueAt: null,
            updatedAt: updatedAt + 1,
          })
          .where("scheduleID", "=", scheduleID)
          .where("updatedAt", "=", updatedAt)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return true;
        await withdrawFiles(on, scheduleID);
        await appendAudit(on, stop.event, nowMs);
        return true;
      }),
    /** A run that has made a file. Null if there is no such run. */
    async findFile(runID: string): Promise<StoredRun | null> {
      const row = await file(runID).executeTakeFirst();
      return row ? runOfRow(row) : null;
    },
    /** Records a download. False if the file was removed. */
    recordDownload: (runID: string, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const { numUpdatedRows } = await on
          .updateTable("exportRuns")
          .set({ runID })
          .where("runID", "=", runID)
          .where("state", "=", "done")
          .where("removedAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await appendAudit(on, event, nowMs);
        return true;
      }),
    /** One part of a file. Null after the last part, and if the file was removed. */
    async part(runID: string, part: number): Promise<string | null> {
      const row = await db
        .selectFrom("exportFileParts")
        .select("content")
        .where("runID", "=", runID)
        .where("part", "=", part)
        .executeTakeFirst();
      return row?.content ?? null;
    },
    /** Removes one file. False if it was already removed. */
    removeFile: (runID: string, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const stored = await on
          .selectFrom("exportRuns")
          .select("runID")
          .where("runID", "=", runID)
          .where("state", "=", "done")
          .where("removedAt", "is", null)
          .executeTakeFirst();
        if (!stored) return false;
        await removeFiles(on, [runID], "person", nowMs);
        await appendAudit(on, event, nowMs);
        return true;
      }),
    /** Removes files that were finished before `beforeMs`, one small batch at a time. Returns how many. */
    removeFilesBefore: (beforeMs: number, nowMs: number): Promise<number> =>
      db.transaction().execute(async (on) => {
        const old = await on
          .selectFrom("exportRuns")
          .select("runID")
          .where("state", "=", "done")
          .where("removedAt", "is", null)
          .where("finishedAt", "<", beforeMs)
          .orderBy("runID")
          .limit(removedAtOnce)
          .execute();
        const runIDs = old.map(({ runID }) => runID);
        await removeFiles(on, runIDs, "age", nowMs);
        if (runIDs.length > 0) {
          const after = {
            what: "export files",
            removed: runIDs.length,
            olderThan: new Date(beforeMs).toISOString(),
          };
          const event = { actor: { kind: "console" }, action: "retention.applied", outcome: "done", after } as const;
          await appendAudit(on, event, nowMs);
        }
        return runIDs.length;
      }),
    /** Removes the facts about old runs. The newest run of each schedule stays. */
    removeRunsBefore: (beforeMs: number): Promise<number> =>
      db.transaction().execute(async (on) => {
        const old = await on
          .selectFrom("exportRuns")
          .select("runID")
          .where("finishedAt", "<", beforeMs)
          .where((where) => where.or([where("removedAt", "is not", null), where("state", "=", "failed")]))
          .where("dueAt", "<", (builder) =>
            builder
              .selectFrom("exportRuns as newer")
              .select(({ fn }) => fn.max("newer.dueAt").as("dueAt"))
              .whereRef("newer.scheduleID", "=", "exportRuns.scheduleID"),
          )
          .orderBy("runID")
          .limit(removedAtOnce)
          .execute();
        if (old.length === 0) return 0;
        await on
          .deleteFrom("exportRuns")
          .where(
            "runID",
            "in",
            old.map(({ runID }) => runID),
          )
          .execute();
        return old.length;
      }),
  };
}
