import { type Expression, type Kysely, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { AttentionKind } from "#lib/contract/console/attention.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { RunReason } from "#lib/contract/operations/run.ts";
import type { ErrorCode } from "#lib/contract/values/error-codes.ts";
import type { ActiveRunState } from "#lib/contract/values/operations/run-states.ts";
import { activeRunStates } from "#lib/contract/values/operations/run-states.ts";
import { attentionStart, markCondition } from "#server/bff/store/attention/handled.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import { totalOf } from "#server/bff/store/total-of.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import {
  type ClaimRuns,
  createLeaseStore,
  idColumns,
  type Lease,
  type LeasedTable,
  lockLease,
  underLease,
} from "./lease.ts";
import { notifyOfRun } from "./run-own-notifications.ts";

/** The errors after which a paused run continues by itself. */
const timedPauses = ["frozen", "change_limit_reached"] as const satisfies ErrorCode[];

/** A person who takes part in a run, with the person's e-mail address at that time. */
export interface RunPerson {
  staffID: string;
  email: string;
}

/** The stored members that bulk changes and imports share. Times are milliseconds since 1970. */
export interface StoredRun {
  environment: Environment;
  state: string;
  actor: RunPerson;
  runBy: RunPerson | null;
  note: string | null;
  ticket: string | null;
  pausedFrom: ActiveRunState | null;
  reason: RunReason | null;
  /** The position of the row that is sent alone, before all other rows. */
  firstPosition: number | null;
  failuresInRow: number;
  createdAt: number;
  checkedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
}

/** The members that rows of bulk changes and rows of imports share. */
export interface StoredRunRow {
  /** The ID of the bulk change or the import. */
  runID: string;
  position: number;
  state: string;
  reason: string | null;
  operationID: string | null;
}

/**
 * Identifies a row, and the operation that has claimed it. If another operation has claimed the row since, the row is
 * not changed.
 */
export type RunRowKey = Pick<StoredRunRow, "runID" | "position" | "operationID">;

export interface RunRowOutcome<State extends string = string> {
  state: State;
  reason?: string | undefined;
  /** True if nothing was sent, so that the row may be sent again with a new operation. */
  forgetOperation?: boolean | undefined;
}

/** The audit event of a state change that a person makes. */
export interface AuditedStep {
  event: NewAuditEvent;
  nowMs: number;
  /** Runs in the transaction of the state change. If it throws, the state change is rolled back. */
  guard?: ((on: Transaction<ConsoleSchema>) => Promise<boolean>) | undefined;
}

/** Selects runs. A missing member does not filter. */
export interface RunFilter {
  environment: Environment;
  /** The person who created the runs. */
  staffID?: string | undefined;
  states?: readonly string[] | undefined;
  ticketKey?: string | undefined;
}

/** A row whose state may no longer match the state of its operation, with its environment. */
export interface TrackedRow<Row> {
  row: Row;
  environment: Environment;
}

type On = Transaction<ConsoleSchema>;

// biome-ignore lint/suspicious/noExplicitAny: the two tables have more columns than these queries use
type AnyRow = any;

/** How one kind of run is stored. */
interface RunTables<Run extends StoredRun, Row extends StoredRunRow, Transition, Outcome extends RunRowOutcome> {
  runs: LeasedTable;
  rows: "bulkRows" | "importRows";
  runOf(row: AnyRow): Run;
  rowOf(row: AnyRow): Row;
  /** The columns to change when a run moves to another state. */
  transitionColumns(to: Transition): object;
  /** Changes the rows of a run after the run has moved to another state. Runs in the same transaction. */
  afterMove(on: On, run: Run, to: Transition): Promise<void>;
  /** The columns to change for the outcome of a row, apart from the state, the reason and a forgotten operation. */
  outcomeColumns(outcome: Outcome, nowMs: number): object;
  /** The kind of attention item for a finished run with failed rows. */
  attentionKind: AttentionKind;
  /** The states of rows that have certainly failed. */
  failedStates: readonly Row["state"][];
  /** The SQL condition that a later run has taken over the failed rows of a finished run. */
  isTakenOn?: Expression<boolean>;
}

/** PostgreSQL cannot store NUL in a text. A single name with NUL must not stop the check of a whole run. */
export const replaceNul = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd");

/**
 * The store functions that bulk changes and imports share. States change by conditional UPDATEs. A row is claimed for
 * sending only under a valid lease, by the store's clock. So no row is sent twice. Database errors are passed on
 * unchanged.
 */
export function createRunStore<
  Run extends StoredRun,
  Row extends StoredRunRow,
  Transition extends { state: Run["state"] },
  Outcome extends RunRowOutcome<Row["state"]>,
>(typedDb: Kysely<ConsoleSchema>, dialect: DatabaseDialect, tables: RunTables<Run, Row, Transition, Outcome>) {
  const { runs, rows, runOf, rowOf } = tables;
  const id = idColumns[runs];
  const db: Kysely<AnyRow> = typedDb;
  const leases = createLeaseStore(typedDb, dialect, runs);
  const rowsOf = (runID: string) => db.selectFrom(rows).where(id, "=", runID);

  const trackedOf = ({ environment, ...row }: AnyRow): TrackedRow<Row> => ({ row: rowOf(row), environment });

  /** Like `move`, but within a larger transaction. */
  async function moveIn(
    on: On,
    runID: string,
    from: readonly Run["state"][],
    to: Transition,
    audited?: AuditedStep,
  ): Promise<Run | null> {
    const row = await (on as Transaction<AnyRow>)
      .updateTable(runs)
      .set(tables.transitionColumns(to))
      .where(id, "=", runID)
      .where("state", "in", [...from])
      .returningAll()
      .executeTakeFirst();
    if (!row) return null;
    const moved = runOf(row);
    await tables.afterMove(on, moved, to);
    if (!audited) await notifyOwner(on, runID, moved);
    await audited?.guard?.(on);
    if (audited) await appendAudit(on, audited.event, audited.nowMs);
    return moved;
  }

  /** Notifies the owner that the console has stopped the run, or that the run has ended with failed or unknown rows. */
  async function notifyOwner(on: On, runID: string, run: Run): Promise<void> {
    const kind = runs === "bulks" ? "bulk" : "import";
    // A run that a freeze or the change limit has stopped continues by itself, and may stop again many times.
    const hasStopped = run.state === "paused" && !timedPauses.some((code) => code === run.reason?.code);
    if (!hasStopped && run.state !== "finished") return;
    const failed = await (on as Transaction<AnyRow>)
      .selectFrom(rows)
      .select("position")
      .where(id, "=", runID)
      .where("state", "in", [...tables.failedStates, "unknown"])
      .executeTakeFirst();
    if (!hasStopped && !failed) return;
    const { now } = await on.selectNoFrom(storeNow(dialect).as("now")).executeTakeFirstOrThrow();
    const nowMs = Number(now);
    const event = hasStopped
      ? ({ state: "run-stopped", cause: nowMs } as const)
      : ({ state: "run-failed", cause: "" } as const);
    notifyOfRun(on, run, { kind, runID, nowMs, ...event });
  }

  /** Notifies the owner if a row fails after its run has ended, because its job or its check took longer. */
  async function notifyOwnerOfRow(on: On, runID: string): Promise<void> {
    const row = await (on as Transaction<AnyRow>)
      .selectFrom(runs)
      .selectAll()
      .where(id, "=", runID)
      .where("state", "=", "finished")
      .executeTakeFirst();
    if (row) await notifyOwner(on, runID, runOf(row));
  }

  /** The next state of a row. If the run is cancelled, a row is cancelled instead of becoming ready. */
  async function nextState(on: On, runID: string, state: string): Promise<string> {
    if (state !== "ready") return state;
    // Cancelling the run locks the same row. So the later of the two transactions sees the change of the earlier
    // transaction.
    const run = await (on as Transaction<AnyRow>)
      .updateTable(runs)
      .set((builder: AnyRow) => ({ state: builder.ref("state") }))
      .where(id, "=", runID)
      .returning("state")
      .executeTakeFirst();
    return run?.state === "cancelled" ? "cancelled" : state;
  }

  return {
    ...leases,
    moveIn,
    async find(environment: Environment, runID: string): Promise<Run | null> {
      const row = await db
        .selectFrom(runs)
        .selectAll()
        .where("environment", "=", environment)
        .where(id, "=", runID)
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },
    /** Lists runs, newest first. */
    async list(
      { environment, staffID, states, ticketKey }: RunFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ runs: Run[]; total: number }> {
      let own = db.selectFrom(runs).where("environment", "=", environment);
      if (staffID !== undefined) own = own.where("staffID", "=", staffID);
      if (states !== undefined) own = own.where("state", "in", [...states]);
      if (ticketKey !== undefined) own = own.where("ticketKey", "=", ticketKey);
      const listed = await own
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy(id)
        .limit(limit)
        .offset(offset)
        .execute();
      const total = await totalOf({ limit, offset, rows: listed.length }, () =>
        own.select((builder) => builder.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
      );
      return { runs: listed.map(runOf), total };
    },
    /**
     * Finished runs with failed rows, newest first. Runs whose failed rows were taken over by a later run are left out.
     * `isHandled` selects runs that a person has marked as handled, or runs that still need attention.
     */
    async finishedPartly(
      { environment, isHandled }: { environment: Environment; isHandled: boolean },
      limit: number,
    ): Promise<{ runs: Run[]; total: number }> {
      const failed = sql`from ${sql.table(rows)} where ${sql.ref(`${rows}.${id}`)} = ${sql.ref(`${runs}.${id}`)}
        and "state" in (${sql.join([...tables.failedStates])})`;
      let open = db
        .selectFrom(runs)
        .where("environment", "=", environment)
        .where("state", "=", "finished")
        .where("createdAt", ">=", attentionStart)
        .where(sql<boolean>`exists (select 1 ${failed})`)
        .where(
          markCondition(runs, {
            kind: sql.lit<string>(tables.attentionKind),
            itemID: sql.ref<string>(`${runs}.${id}`),
            cause: sql<string>`'finished ' || (select cast(count(*) as text) ${failed})`,
            isHandled,
          }),
        );
      if (tables.isTakenOn) open = open.where(({ not }) => not(tables.isTakenOn as Expression<boolean>));
      const { total } = await open
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const listed = await open.selectAll().orderBy("createdAt", "desc").orderBy(id).limit(limit).execute();
      return { runs: listed.map(runOf), total: Number(total) };
    },
    /**
     * Moves a run that is in one of the states `from`, and changes its rows accordingly. Null if the run is in another
     * state. If a person makes the move, `audited` has the audit event.
     */
    move: (runID: string, from: readonly Run["state"][], to: Transition, audited?: AuditedStep) =>
      typedDb.transaction().execute((on) => moveIn(on, runID, from, to, audited)),
    /** Like `move`, but only while the lease is valid. `guard` runs in the same transaction, after the move. */
    moveHeld: (
      lease: Lease,
      from: readonly Run["state"][],
      to: Transition,
      guard?: AuditedStep["guard"],
    ): Promise<Run | null> =>
      typedDb.transaction().execute(async (on) => {
        if (!(await lockLease(on, dialect, lease, from))) return null;
        const moved = await moveIn(on, lease.runID, from, to);
        await guard?.(on);
        return moved;
      }),
    /** The runs that a freeze or the change limit has paused. They continue by themselves. */
    async pausedForTime(environments: readonly Environment[], limit: number): Promise<Run[]> {
      if (environments.length === 0) return [];
      const paused = await db
        .selectFrom(runs)
        .selectAll()
        .where("environment", "in", [...environments])
        .where("state", "=", "paused")
        // A reason is JSON, and its first member is the code.
        .where((builder) => builder.or(timedPauses.map((code) => builder("reason", "like", `{"code":"${code}"%`))))
        .orderBy("createdAt")
        .limit(limit)
        .execute();
      return paused.map(runOf);
    },
    /** Leases runs that have work to do and no valid lease. While a lease is valid, no other caller gets its run. */
    async take(wanted: ClaimRuns): Promise<{ run: Run; lease: Lease }[]> {
      const taken: { run: Run; lease: Lease }[] = [];
      for (const lease of await leases.takeLeases(wanted, activeRunStates)) {
        const row = await db.selectFrom(runs).selectAll().where(id, "=", lease.runID).executeTakeFirst();
        if (row) taken.push({ run: runOf(row), lease });
      }
      return taken;
    },
    /** The time until the next lease of unfinished work expires, in milliseconds. Null if no such work is leased. */
    nextExpiryInMs: () => leases.nextExpiryInMs(activeRunStates),
    /** The run if the lease is valid and the run is in `state`, otherwise null. */
    async findHeld({ runID, leaseID }: Lease, state: Run["state"]): Promise<Run | null> {
      const row = await db
        .selectFrom(runs)
        .selectAll()
        .where(id, "=", runID)
        .where("leaseID", "=", leaseID)
        .where("leaseUntil", ">", storeNow(dialect))
        .where("state", "=", state)
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },
    /**
     * The rows of a run in one of these states, sorted by position. Only imports use `warnings`. With `only`, rows
     * without warnings are left out. With `also`, the rows with warnings in all other states are added.
     */
    async rows(
      runID: string,
      {
        states,
        warnings,
        limit,
        offset,
      }: {
        states?: readonly Row["state"][] | undefined;
        warnings?: "only" | "also" | undefined;
        limit: number;
        offset: number;
      },
    ): Promise<{ rows: Row[]; total: number }> {
      let own = rowsOf(runID);
      const isWarned = sql<boolean>`${sql.ref("hasWarning")} = 1`;
      if (states !== undefined) {
        own = own.where((row) => {
          const isIn = row("state", "in", [...states]);
          return warnings === "also" ? row.or([isIn, isWarned]) : isIn;
        });
      }
      if (warnings === "only" || (warnings && states === undefined)) own = own.where(isWarned);
      const { total } = await own
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const page = await own.selectAll().orderBy("position").limit(limit).offset(offset).execute();
      return { rows: page.map(rowOf), total: Number(total) };
    },
    /** One row, by its position. */
    async row(runID: string, position: number): Promise<Row | null> {
      const row = await rowsOf(runID).selectAll().where("position", "=", position).executeTakeFirst();
      return row ? rowOf(row) : null;
    },
    /** The next ready rows after the position `behind`. */
    async ready(runID: string, behind: number, limit: number): Promise<Row[]> {
      const ready = await rowsOf(runID)
        .selectAll()
        .where("state", "=", "ready")
        .where("position", ">", behind)
        .orderBy("position")
        .limit(limit)
        .execute();
      return ready.map(rowOf);
    },
    /**
     * Moves a row from `ready` to `sending`, and stores the ID of its operation. Returns false if the row must not be
     * sent.
     */
    claimRow: (lease: Lease, position: number, operationID: string) =>
      underLease(typedDb, dialect, lease, ["first", "running"], async (on) => {
        const claimed = await (on as Transaction<AnyRow>)
          .updateTable(rows)
          .set({ state: "sending", operationID, reason: null })
          .where(id, "=", lease.runID)
          .where("position", "=", position)
          .where("state", "=", "ready")
          .executeTakeFirst();
        return claimed.numUpdatedRows === 1n;
      }),
    /**
     * Moves a row that is in one of the states `from` and is still claimed by the same operation. If the run is
     * cancelled, a row is cancelled instead of becoming ready. If a lease is given and has expired, nothing is changed.
     */
    settleRow: (
      { runID, position, operationID }: RunRowKey,
      from: readonly Row["state"][],
      to: Outcome,
      nowMs: number,
      lease?: Lease,
    ) =>
      typedDb.transaction().execute(async (on) => {
        if (lease && !(await lockLease(on, dialect, lease))) return false;
        const { state, reason, forgetOperation } = to;
        const moved = await (on as Transaction<AnyRow>)
          .updateTable(rows)
          .set({
            ...tables.outcomeColumns(to, nowMs),
            state: await nextState(on, runID, state),
            reason: reason === undefined ? null : replaceNul(reason),
            ...(forgetOperation && { operationID: null }),
          })
          .where(id, "=", runID)
          .where("position", "=", position)
          .where("operationID", operationID === null ? "is" : "=", operationID)
          .where("state", "in", [...from])
          .executeTakeFirst();
        if (moved.numUpdatedRows !== 1n) return false;
        if ([...tables.failedStates, "unknown"].includes(state)) await notifyOwnerOfRow(on, runID);
        return true;
      }),
    /** Rows in the state `sending` whose run is paused or cancelled, so that no process works on them any more. */
    async takeOrphaned(limit: number): Promise<TrackedRow<Row>[]> {
      const orphaned = await sql<AnyRow>`select "row".*, "run"."environment" from ${sql.table(rows)} as "row"
        inner join ${sql.table(runs)} as "run" on "run".${sql.ref(id)} = "row".${sql.ref(id)}
        where "row"."state" = 'sending' and "run"."state" in ('cancelled', 'paused')
          and ("run"."leaseID" is null or "run"."leaseUntil" <= ${storeNow(dialect)})
        limit ${limit}`.execute(db);
      return orphaned.rows.map(trackedOf);
    },
    trackedOf,
  };
}

/** The store functions that bulk changes and imports share. */
export type RunStore<Run extends StoredRun, Row extends StoredRunRow> = ReturnType<
  typeof createRunStore<Run, Row, AnyRow, AnyRow>
>;
