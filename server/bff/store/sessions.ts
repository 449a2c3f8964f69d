import type { Kysely } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { parseAccess, type Staff } from "./staff.ts";

/** How long a session lasts without a request of the person's own, in milliseconds. */
export const idleMs = 30 * 60_000;

/** How long a session lasts in any case, in milliseconds. */
export const absoluteMs = 12 * 60 * 60_000;

/** How long an ended session is kept, in milliseconds. */
const keptMs = 7 * 24 * 60 * 60_000;

/** A person's last request is written down once in this time: well within a second of the truth. */
const touchEveryMs = 500;

/** A session in force and its person, read again for every request. */
export interface ActiveSession {
  sessionHash: string;
  staff: Pick<Staff, "staffID" | "email" | "name" | "role" | "environments">;
  /** Milliseconds since 1970, all three. */
  lastSeenAt: number;
  idleExpiresAt: number;
  expiresAt: number;
}

/** Sessions, known by the hash of their ID. Errors of the database come as they are. */
export interface SessionStore {
  /** The session, unless it has ended, ran out at `nowMs`, or its person is disabled. */
  findActive(sessionHash: string, nowMs: number): Promise<ActiveSession | null>;
  /** Of these sessions those in force at `nowMs`, each with the environments that are its person's. */
  environmentsOf(sessionHashes: readonly string[], nowMs: number): Promise<ReadonlyMap<string, readonly Environment[]>>;
  /** Begins a session at `nowMs` and ends `replaces`, both or neither. */
  begin(session: { sessionHash: string; staffID: string; replaces: string | null }, nowMs: number): Promise<void>;
  /** Extends the session. An ended session stays ended, whichever request comes first. */
  touch(session: ActiveSession, nowMs: number): Promise<ActiveSession>;
  /** Ends a session for every replica, from the next request on. */
  end(sessionHash: string, nowMs: number): Promise<void>;
}

/** Bound parameters of one statement. */
const hashesAtOnce = 500;

function withExpiry(
  session: Pick<ActiveSession, "sessionHash" | "staff" | "lastSeenAt">,
  expiresAt: number,
): ActiveSession {
  return { ...session, expiresAt, idleExpiresAt: Math.min(session.lastSeenAt + idleMs, expiresAt) };
}

export function createSessionStore(db: Kysely<ConsoleSchema>): SessionStore {
  const end = async (sessionHash: string, nowMs: number, on: Kysely<ConsoleSchema>): Promise<void> => {
    await on
      .updateTable("sessions")
      .set({ endedAt: nowMs })
      .where("sessionHash", "=", sessionHash)
      .where("endedAt", "is", null)
      .execute();
  };
  const active = (nowMs: number) =>
    db
      .selectFrom("sessions")
      .innerJoin("staff", "staff.staffID", "sessions.staffID")
      .where("sessions.endedAt", "is", null)
      .where("staff.disabledAt", "is", null)
      .where("sessions.lastSeenAt", ">", nowMs - idleMs)
      .where("sessions.createdAt", ">", nowMs - absoluteMs);
  return {
    async findActive(sessionHash, nowMs) {
      const row = await active(nowMs)
        .select([
          "sessions.createdAt",
          "sessions.lastSeenAt",
          "staff.staffID",
          "staff.email",
          "staff.name",
          "staff.role",
          "staff.environments",
        ])
        .where("sessions.sessionHash", "=", sessionHash)
        .executeTakeFirst();
      if (!row) return null;
      const { staffID, email, name, createdAt, lastSeenAt } = row;
      const staff = { staffID, email, name, ...parseAccess(row) };
      return withExpiry({ sessionHash, staff, lastSeenAt }, createdAt + absoluteMs);
    },
    async environmentsOf(sessionHashes, nowMs) {
      const rows = [];
      for (let from = 0; from < sessionHashes.length; from += hashesAtOnce) {
        const some = await active(nowMs)
          .where("sessions.sessionHash", "in", sessionHashes.slice(from, from + hashesAtOnce))
          .select(["sessions.sessionHash", "staff.role", "staff.environments"])
          .execute();
        rows.push(...some);
      }
      return new Map(rows.map((row) => [row.sessionHash, parseAccess(row).environments]));
    },
    begin: ({ sessionHash, staffID, replaces }, nowMs) =>
      db.transaction().execute(async (transaction) => {
        if (replaces) await end(replaces, nowMs, transaction);
        await transaction
          .insertInto("sessions")
          .values({ sessionHash, staffID, createdAt: nowMs, lastSeenAt: nowMs, endedAt: null })
          .execute();
        await transaction
          .deleteFrom("sessions")
          .where("createdAt", "<", nowMs - keptMs)
          .execute();
      }),
    async touch(session, nowMs) {
      if (nowMs - session.lastSeenAt < touchEveryMs) return session;
      await db
        .updateTable("sessions")
        .set({ lastSeenAt: nowMs })
        .where("sessionHash", "=", session.sessionHash)
        .where("endedAt", "is", null)
        .where("lastSeenAt", "<", nowMs)
        .execute();
      return withExpiry({ ...session, lastSeenAt: nowMs }, session.expiresAt);
    },
    end: (sessionHash, nowMs) => end(sessionHash, nowMs, db),
  };
}
