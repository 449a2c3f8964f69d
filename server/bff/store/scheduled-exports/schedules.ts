import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type ExportCause, maxSchedules } from "#lib/contract/values/console/scheduled-exports.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { runOfRow, type StoredRun, type StoredSchedule, scheduleOfRow } from "./export-rows.ts";

export interface ScheduleKey {
  environment: Environment;
  scheduleID: string;
}

/** A change of a schedule. Undefined members stay unchanged. */
export type ScheduleChange = Partial<Omit<StoredSchedule, "scheduleID" | "environment" | "createdAt">>;

export interface NewRun {
  runID: string;
  dueAt: number;
  cause: ExportCause;
  missed: number;
}

/**
 * Locks a schedule. Every transaction locks the schedule before its runs, so that no two transactions block each other.
 */
export const lockSchedule = (on: Transaction<ConsoleSchema>, scheduleID: string) =>
  on
    .updateTable("exportSchedules")
    .set({ scheduleID })
    .where("scheduleID", "=", scheduleID)
    .returningAll()
    .executeTakeFirst();

/** Withdraws the files of a schedule that wait to be sent. */
export async function withdrawFiles(on: Transaction<ConsoleSchema>, scheduleID: string): Promise<void> {
  await on
    .updateTable("exportRuns")
    .set({ sendState: null, sendProblem: null, sendRetryAt: null })
    .where("scheduleID", "=", scheduleID)
    .where("sendState", "=", "waiting")
    .execute();
}

function columnsOf({ times, sends, viewShared, ...others }: ScheduleChange) {
  return {
    ...others,
    ...(times !== undefined && { times: JSON.stringify(times) }),
    ...(sends !== undefined && { sends: sends ? 1 : 0 }),
    ...(viewShared !== undefined && { viewShared: viewShared ? 1 : 0 }),
  };
}

function addRun(on: Transaction<ConsoleSchema>, { environment, scheduleID }: ScheduleKey, run: NewRun, nowMs: number) {
  return on
    .insertInto("exportRuns")
    .values({ ...run, environment, scheduleID, state: "waiting", attempts: 0, storedBytes: 0, createdAt: nowMs })
    .onConflict((conflict) => conflict.columns(["scheduleID", "dueAt"]).doNothing())
    .execute();
}

/** The store of schedules of exports. Database errors are passed on unchanged. */
export function createScheduleStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const one = ({ environment, scheduleID }: ScheduleKey) =>
    db
      .selectFrom("exportSchedules")
      .selectAll()
      .where("environment", "=", environment)
      .where("scheduleID", "=", scheduleID);
  return {
    /** All schedules of an environment, oldest first. */
    async list(environment: Environment): Promise<StoredSchedule[]> {
      const rows = await db
        .selectFrom("exportSchedules")
        .selectAll()
        .where("environment", "=", environment)
        .orderBy("createdAt")
        .orderBy("scheduleID")
        .execute();
      return rows.map(scheduleOfRow);
    },
    async find(key: ScheduleKey): Promise<StoredSchedule | null> {
      const row = await one(key).executeTakeFirst();
      return row ? scheduleOfRow(row) : null;
    },
    /** The newest runs of each schedule of an environment, newest first. */
    async newestRuns(environment: Environment, limit: number): Promise<StoredRun[]> {
      const ranked = db
        .selectFrom("exportRuns")
        .selectAll()
        .select(sql<number>`row_number() over (partition by "scheduleID" order by "dueAt" desc)`.as("place"))
        .where("environment", "=", environment);
      const rows = await db
        .selectFrom(ranked.as("ranked"))
        .selectAll()
        .where("place", "<=", limit)
        .orderBy("dueAt", "desc")
        .execute();
      return rows.map(({ place: _, leaseID: __, leaseUntil: ___, ...row }) => runOfRow(row));
    },
    /** The newest ended run of each schedule. */
    async newestEnded(environment: Environment): Promise<StoredRun[]> {
      const rows = await db
        .selectFrom("exportSchedules")
        .innerJoin("exportRuns", (join) =>
          join.on("exportRuns.runID", "=", ({ selectFrom }) =>
            selectFrom("exportRuns as ended")
              .select("ended.runID")
              .whereRef("ended.scheduleID", "=", "exportSchedules.scheduleID")
              .where("ended.state", "in", ["done", "failed"])
              .orderBy("ended.dueAt", "desc")
              .limit(1),
          ),
        )
        .selectAll("exportRuns")
        .where("exportSchedules.environment", "=", environment)
        .execute();
      return rows.map(({ leaseID: _, leaseUntil: __, ...row }) => runOfRow(row));
    },
    /** Adds a schedule, unless the environment has the maximum number of schedules. */
    add: (schedule: StoredSchedule, event: NewAuditEvent, nowMs: number): Promise<"added" | "too-many"> =>
      db.transaction().execute(async (on) => {
        await acquireAdvisoryLock(on, dialect, `scheduled exports of ${schedule.environment}`);
        const { total } = await on
          .selectFrom("exportSchedules")
          .select((builder) => builder.fn.countAll<number>().as("total"))
          .where("environment", "=", schedule.environment)
          .executeTakeFirstOrThrow();
        if (Number(total) >= maxSchedules) return "too-many";
        const row = columnsOf(schedule) as Selectable<ConsoleSchema["exportSchedules"]>;
        await on.insertInto("exportSchedules").values(row).execute();
        await appendAudit(on, event, nowMs);
        return "added";
      }),
    /**
     * Changes a schedule, if nobody has changed it since it was read. False otherwise. If the schedule is paused or its
     * files are no longer to be sent, those that wait are not sent either.
     */
    change: (
      before: StoredSchedule,
      change: ScheduleChange,
      event: NewAuditEvent | undefined,
      nowMs: number,
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const { numUpdatedRows } = await on
          .updateTable("exportSchedules")
          .set({ ...columnsOf(change), updatedAt: Math.max(nowMs, before.updatedAt + 1) })
          .where("scheduleID", "=", before.scheduleID)
          .where("updatedAt", "=", before.updatedAt)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        if (change.sends === false || change.state === "paused") await withdrawFiles(on, before.scheduleID);
        if (event) await appendAudit(on, event, nowMs);
        return true;
      }),
    /** Deletes a schedule with its runs and files. False if it does not exist. */
    remove: ({ environment, scheduleID }: ScheduleKey, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const row = await lockSchedule(on, scheduleID);
        if (row?.environment !== environment) return false;
        const runs = on.selectFrom("exportRuns").select("runID").where("scheduleID", "=", scheduleID);
        // Locks the runs, so that no process can add a part after the parts were deleted.
        await on.updateTable("exportRuns").set({ leaseID: null }).where("scheduleID", "=", scheduleID).execute();
        await on.deleteFrom("exportFileParts").where("runID", "in", runs).execute();
        await on.deleteFrom("exportRuns").where("scheduleID", "=", scheduleID).execute();
        await on.deleteFrom("exportSchedules").where("scheduleID", "=", scheduleID).execute();
        await appendAudit(on, event, nowMs);
        return true;
      }),
    /** The active schedules that are due, or whose next time is not computed yet. */
    async due(environments: readonly Environment[], nowMs: number): Promise<StoredSchedule[]> {
      if (environments.length === 0) return [];
      const rows = await db
        .selectFrom("exportSchedules")
        .selectAll()
        .where("state", "=", "active")
        .where("environment", "in", environments)
        .where((where) => where.or([where("dueAt", "is", null), where("dueAt", "<=", nowMs)]))
        .execute();
      return rows.map(scheduleOfRow);
    },
    /** When the next active schedule of these environments is due, or null. */
    async nextDueAt(environments: readonly Environment[]): Promise<number | null> {
      if (environments.length === 0) return null;
      const row = await db
        .selectFrom("exportSchedules")
        .select((builder) => builder.fn.min("dueAt").as("dueAt"))
        .where("state", "=", "active")
        .where("environment", "in", environments)
        .executeTakeFirst();
      return row?.dueAt ?? null;
    },
    /**
     * Moves a schedule to its next time, and adds the run of the due time. Returns false if another replica has already
     * done this.
     */
    begin: (schedule: StoredSchedule, nextAt: number, run: NewRun | null, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const { numUpdatedRows } = await on
          .updateTable("exportSchedules")
          .set({ dueAt: nextAt })
          .where("scheduleID", "=", schedule.scheduleID)
          .where("state", "=", "active")
          .where("dueAt", schedule.dueAt === null ? "is" : "=", schedule.dueAt)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        if (run) await addRun(on, schedule, run, nowMs);
        return true;
      }),
    /** Adds a manual run, unless a run of the schedule is waiting or running. */
    runNow: (
      { environment, scheduleID }: ScheduleKey,
      run: NewRun,
      event: NewAuditEvent,
      nowMs: number,
    ): Promise<"added" | "busy" | "not-found"> =>
      db.transaction().execute(async (on) => {
        const row = await lockSchedule(on, scheduleID);
        if (row?.environment !== environment) return "not-found";
        const open = await on
          .selectFrom("exportRuns")
          .select("runID")
          .where("scheduleID", "=", scheduleID)
          .where("state", "in", ["waiting", "running"])
          .executeTakeFirst();
        if (open) return "busy";
        await addRun(on, { environment, scheduleID }, run, nowMs);
        await appendAudit(on, event, nowMs);
        return "added";
      }),
  };
}
