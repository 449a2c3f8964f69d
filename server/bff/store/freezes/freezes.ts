import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type FreezeScope, maxFreezes } from "#lib/contract/values/operations/freeze-values.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { FreezesTable } from "#server/bff/store/schema/tables/freeze-tables.ts";
import { readNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import {
  type ForceOfFreeze,
  type FreezeTimes,
  type FreezeUse,
  freezeInForce,
  nextFreezeMs,
  periodAt,
} from "./freeze-periods.ts";

type On = Transaction<ConsoleSchema>;

interface FreezePerson {
  staffID: string;
  email: string;
}

export interface StoredFreeze extends FreezeTimes {
  freezeID: string;
  environment: Environment;
  scope: FreezeScope;
  includesReverts: boolean;
  reason: string;
  createdBy: FreezePerson;
  createdAt: number;
  /** The last early release. */
  released: { by: FreezePerson; atMs: number; reason: string } | null;
}

/** A new freeze. `startsAt` null: from now on, by the store's clock. */
export type NewFreeze = Omit<StoredFreeze, "createdAt" | "released" | "releasedUntil" | "startsAt"> & {
  startsAt: number | null;
};

/** Why a write may not be sent: its environment is frozen. */
export type FreezeBlock = ForceOfFreeze<StoredFreeze>;

/** The next known freeze that stops a write: the time until it begins, in milliseconds, and the freeze. */
export interface NextFreeze {
  inMs: number;
  block: FreezeBlock;
}

/** How long an ended freeze that was released early is kept, in milliseconds. */
export const releasedForMs = dayMs;

function freezeOfRow(row: FreezesTable): StoredFreeze {
  const { staffID, email, releasedAt, releasedStaffID, releasedEmail, releaseReason } = row;
  return {
    freezeID: row.freezeID,
    environment: row.environment as Environment,
    scope: row.scope as FreezeScope,
    includesReverts: row.includesReverts === 1,
    reason: row.reason,
    startsAt: Number(row.startsAt),
    endsAt: row.endsAt === null ? null : Number(row.endsAt),
    zone: row.zone,
    repeats: row.repeats === null ? null : JSON.parse(row.repeats),
    releasedUntil: row.releasedUntil === null ? null : Number(row.releasedUntil),
    createdBy: { staffID, email },
    createdAt: Number(row.createdAt),
    released:
      releasedAt === null
        ? null
        : {
            by: { staffID: releasedStaffID ?? "", email: releasedEmail ?? "" },
            atMs: Number(releasedAt),
            reason: releaseReason ?? "",
          },
  };
}

/** Reads the freezes of an environment, oldest first. */
export async function readFreezes(on: Kysely<ConsoleSchema>, environment: Environment): Promise<StoredFreeze[]> {
  const rows = await on
    .selectFrom("freezes")
    .selectAll()
    .where("environment", "=", environment)
    .orderBy("startsAt")
    .orderBy("freezeID")
    .execute();
  return rows.map(freezeOfRow);
}

/** Stores a new freeze. The caller locks the freezes of its environment. */
export async function insertFreeze(
  on: On,
  { startsAt, repeats, includesReverts, createdBy, ...freeze }: NewFreeze,
  nowMs: number,
): Promise<void> {
  await on
    .insertInto("freezes")
    .values({
      ...freeze,
      ...createdBy,
      includesReverts: Number(includesReverts),
      startsAt: startsAt ?? nowMs,
      repeats: repeats === null ? null : JSON.stringify(repeats),
      createdAt: nowMs,
      releasedAt: null,
      releasedUntil: null,
      releasedStaffID: null,
      releasedEmail: null,
      releaseReason: null,
    })
    .execute();
}

/**
 * Locks the freezes of an environment until the transaction ends. `shared`: nobody can begin or release a freeze.
 * `exclusive`: no write can be marked as sent either. So after a freeze has begun, no write of an earlier transaction is
 * marked.
 */
export async function lockFreezes(
  on: On,
  dialect: DatabaseDialect,
  environment: Environment,
  mode: "shared" | "exclusive",
): Promise<void> {
  if (dialect !== "postgres") return;
  const thing = `freezes in ${environment}`;
  if (mode === "shared") await sql`select pg_advisory_xact_lock_shared(hashtextextended(${thing}, 0))`.execute(on);
  else await sql`select pg_advisory_xact_lock(hashtextextended(${thing}, 0))`.execute(on);
}

/** Something that a freeze may stop, in one environment. */
export interface UseIn {
  environment: Environment;
  use: FreezeUse;
}

/**
 * Divides these uses by the store's clock. `free`: the uses that are possible now. A freeze stops the other uses.
 * `thawsInMs`: the time until the first of these is possible again, in milliseconds. Infinity: no end is known.
 */
export async function freeUses(
  on: Kysely<ConsoleSchema>,
  uses: readonly UseIn[],
  now: RawBuilder<number>,
): Promise<{ free: readonly UseIn[]; thawsInMs: number }> {
  const environments = [...new Set(uses.map(({ environment }) => environment))];
  const rows =
    environments.length === 0
      ? []
      : await on.selectFrom("freezes").selectAll().where("environment", "in", environments).execute();
  if (rows.length === 0) return { free: uses, thawsInMs: Number.POSITIVE_INFINITY };
  const nowMs = await readNow(on, now);
  const freezes = rows.map(freezeOfRow);
  const free: UseIn[] = [];
  let thawsInMs = Number.POSITIVE_INFINITY;
  for (const { environment, use } of uses) {
    const own = freezes.filter((freeze) => freeze.environment === environment);
    const force = freezeInForce(own, use, nowMs);
    if (force) thawsInMs = Math.min(thawsInMs, (force.untilMs ?? Number.POSITIVE_INFINITY) - nowMs);
    else free.push({ environment, use });
  }
  return { free, thawsInMs };
}

/**
 * Whether an environment is frozen for this use, by the store's clock. If it is not, `next` is the next known freeze, or
 * null.
 */
export async function checkFreezes(
  on: Kysely<ConsoleSchema>,
  environment: Environment,
  use: FreezeUse,
  now: RawBuilder<number>,
): Promise<{ block: FreezeBlock } | { block: undefined; next: NextFreeze | null }> {
  const freezes = await readFreezes(on, environment);
  if (freezes.length === 0) return { block: undefined, next: null };
  const nowMs = await readNow(on, now);
  const block = freezeInForce(freezes, use, nowMs);
  if (block) return { block };
  const nextMs = nextFreezeMs(freezes, use, nowMs);
  const next = nextMs === undefined ? undefined : freezeInForce(freezes, use, nextMs);
  return { block, next: nextMs === undefined || !next ? null : { inMs: nextMs - nowMs, block: next } };
}

/** The store of freezes. Begins and ends of freezes are compared with the store's clock. */
export function createFreezeStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect, now: () => RawBuilder<number>) {
  /** Removes freezes that have ended. Those that were released early are kept for a day. */
  async function removeEnded(on: On, environment: Environment, nowMs: number): Promise<void> {
    await on
      .deleteFrom("freezes")
      .where("environment", "=", environment)
      .where("endsAt", "<=", nowMs)
      .where((builder) =>
        builder.or([builder("releasedAt", "is", null), builder("releasedAt", "<=", nowMs - releasedForMs)]),
      )
      .execute();
  }

  return {
    /** Reads the freezes of an environment, and the store's current time. */
    async read(environment: Environment): Promise<{ freezes: StoredFreeze[]; nowMs: number }> {
      return db
        .transaction()
        .execute(async (on) => ({ freezes: await readFreezes(on, environment), nowMs: await readNow(on, now()) }));
    },
    /** The freeze that stops this use now. `on`: the transaction of the caller. */
    async blockOf(
      environment: Environment,
      use: FreezeUse,
      on: Kysely<ConsoleSchema> = db,
    ): Promise<FreezeBlock | undefined> {
      return (await checkFreezes(on, environment, use, now())).block;
    },
    /** Adds a freeze. `exists`: there is a freeze with this ID. Nothing is stored then. */
    add: (freeze: NewFreeze, event: NewAuditEvent): Promise<"added" | "exists" | "too-many"> =>
      db.transaction().execute(async (on) => {
        const { environment } = freeze;
        await lockFreezes(on, dialect, environment, "exclusive");
        const nowMs = await readNow(on, now());
        await removeEnded(on, environment, nowMs);
        const stored = await readFreezes(on, environment);
        if (stored.some(({ freezeID }) => freezeID === freeze.freezeID)) return "exists";
        if (stored.length >= maxFreezes) return "too-many";
        await insertFreeze(on, freeze, nowMs);
        await appendAudit(on, event, nowMs);
        return "added";
      }),
    /**
     * Ends a freeze that is in force, or removes one that is not. With `onlyThisTime`, a recurring freeze recurs after
     * its present period. Returns what was done, or null if there is no such freeze.
     */
    release: (
      { environment, freezeID }: Pick<StoredFreeze, "environment" | "freezeID">,
      { by, reason, onlyThisTime }: { by: FreezePerson; reason: string; onlyThisTime: boolean },
      eventOf: (freeze: StoredFreeze, done: "released" | "removed") => NewAuditEvent,
    ): Promise<"released" | "removed" | null> =>
      db.transaction().execute(async (on) => {
        await lockFreezes(on, dialect, environment, "exclusive");
        const freeze = (await readFreezes(on, environment)).find((one) => one.freezeID === freezeID);
        if (!freeze) return null;
        const nowMs = await readNow(on, now());
        const isInForce = periodAt(freeze, nowMs) !== undefined;
        if (!isInForce && (onlyThisTime || freeze.released?.atMs === freeze.endsAt)) return null;
        const which = on.updateTable("freezes").where("freezeID", "=", freezeID);
        const released = { releasedAt: nowMs, releasedStaffID: by.staffID, releasedEmail: by.email };
        if (isInForce && onlyThisTime && freeze.repeats !== null) {
          const untilMs = freezeInForce([freeze], "apply", nowMs)?.untilMs ?? null;
          if (untilMs === null) return null;
          await which.set({ ...released, releasedUntil: untilMs, releaseReason: reason }).execute();
        } else if (isInForce) {
          await which.set({ ...released, endsAt: nowMs, releaseReason: reason }).execute();
        } else await on.deleteFrom("freezes").where("freezeID", "=", freezeID).execute();
        const done = isInForce ? "released" : "removed";
        await appendAudit(on, eventOf(freeze, done), nowMs);
        return done;
      }),
  };
}
