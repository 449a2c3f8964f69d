import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { compileOnce } from "./schema/compile-once.ts";
import { parseAccess } from "./schema/parse-access.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { type FactorPolicy, factorPolicyOf, type SsoOrigin, ssoOf } from "./session-rows.ts";
import { type Staff, shownEmail } from "./staff.ts";

/** How long a session lasts without a request of the person's own, in milliseconds. */
export const maxIdleMs = 30 * 60_000;

/** How long a session lasts in any case, in milliseconds. */
export const maxSessionMs = 12 * 60 * 60_000;

/** How long an ended session is kept, in milliseconds. */
const keptMs = 7 * 24 * 60 * 60_000;

/** A person's last request is written down once in this time: well within a second of the truth. */
const touchEveryMs = 500;

/** A session in force and its person, read again for every request. */
export interface ActiveSession {
  sessionHash: string;
  staff: Pick<Staff, "staffID" | "email" | "name" | "role" | "environments">;
  /** When the person last proved who they are, by password or another factor; milliseconds since 1970, as all four. */
  factorAt: number;
  /** True of an API client, which has no session: this one stands for its key in one request. */
  isClient?: boolean;
  /** Null where the session began by password. */
  sso: SsoOrigin | null;
  /** Whether the person used a second factor in it, here or at their provider. */
  hasSecondFactor: boolean;
  /** Which factors the console required when the session was read; absent where that was not read with it. */
  factorPolicy?: FactorPolicy;
  lastSeenAt: number;
  idleExpiresAt: number;
  expiresAt: number;
}

/** A session that begins. */
export interface NewSession {
  sessionHash: string;
  staffID: string;
  /** The session that the browser had. */
  replaces: string | null;
  /** The person's password hash when they proved who they are; null for none, left out where it does not matter. */
  passwordHash?: string | null;
  /** Where it begins, for the person's own list of sessions. */
  address?: string | undefined;
  userAgent?: string | undefined;
  /** When the person proved who they are, where it was not just now. */
  factorAt?: number;
  /** True where they used a second factor of their own here. */
  secondFactor?: boolean;
  /** Where it begins by single sign-on; `sessionID` is the provider's own, which it may order to end. */
  sso?: SsoOrigin & { sessionID: string | null };
}

/** A session as its own person sees it. */
export interface OwnSession {
  sessionHash: string;
  createdAt: number;
  lastSeenAt: number;
  address: string | null;
  userAgent: string | null;
}

/** The longest text of a browser about itself that is kept, in characters. */
const maxUserAgent = 300;

/** Sessions, known by the hash of their ID. Errors of the database come as they are. */
export interface SessionStore {
  /** The session, unless it has ended, ran out at `nowMs`, or its person is disabled. */
  findActive(sessionHash: string, nowMs: number): Promise<ActiveSession | null>;
  /** Of these sessions those in force at `nowMs`, each with the environments that are its person's. */
  environmentsOf(sessionHashes: readonly string[], nowMs: number): Promise<ReadonlyMap<string, readonly Environment[]>>;
  /**
   * Begins a session at `nowMs`, ends `replaces` and records the sign-in, all or nothing. False, and nothing done, where
   * the person was disabled, reset or given another password while they signed in: whatever ended their other sessions
   * must not leave this one.
   */
  begin(session: NewSession, nowMs: number, ...events: NewAuditEvent[]): Promise<boolean>;
  /** The person has proved at `factorAt` (`nowMs`) who they are. */
  proveFactor(
    sessionHash: string,
    nowMs: number,
    event: NewAuditEvent,
    how?: { factorAt?: number; secondFactor?: boolean },
  ): Promise<void>;
  /** The person's sessions in force, the one used last first. */
  ofStaff(staffID: string, nowMs: number): Promise<OwnSession[]>;
  /** Extends the session. An ended session stays ended, whichever request comes first. */
  touch(session: ActiveSession, nowMs: number): Promise<ActiveSession>;
  /** Ends a session for every replica, from the next request on. */
  end(sessionHash: string, nowMs: number, event?: NewAuditEvent): Promise<void>;
  /** Ends one's own sessions other than `except`, or only `sessionHash`; gives those that were in force. */
  endOf(
    staffID: string,
    which: { except: string } | { sessionHash: string },
    nowMs: number,
    event: NewAuditEvent,
  ): Promise<string[]>;
}

/** Bound parameters of one statement. */
const hashesAtOnce = 500;

/** After what moments an active session was used and began. */
type Bounds = { seenAfter: number; createdAfter: number };

const boundsAt = (nowMs: number): Bounds => ({ seenAfter: nowMs - maxIdleMs, createdAfter: nowMs - maxSessionMs });

function withExpiry(session: Omit<ActiveSession, "expiresAt" | "idleExpiresAt">, expiresAt: number): ActiveSession {
  return { ...session, expiresAt, idleExpiresAt: Math.min(session.lastSeenAt + maxIdleMs, expiresAt) };
}

/** Whether a request of the person's own is to be written down: the last one is older than that. */
export function isTouchDue({ lastSeenAt }: Pick<ActiveSession, "lastSeenAt">, nowMs: number): boolean {
  return nowMs - lastSeenAt >= touchEveryMs;
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
  const activeSince = ({ seenAfter, createdAfter }: Bounds) =>
    db
      .selectFrom("sessions")
      .innerJoin("staff", "staff.staffID", "sessions.staffID")
      .where("sessions.endedAt", "is", null)
      .where("staff.disabledAt", "is", null)
      .where("sessions.lastSeenAt", ">", seenAfter)
      .where("sessions.createdAt", ">", createdAfter);
  const active = (nowMs: number) => activeSince(boundsAt(nowMs));
  const find = compileOnce(db, (values: Bounds & { sessionHash: string }) =>
    activeSince(values)
      // Every request needs it: the one row of the policy comes with the session.
      .leftJoin("accessPolicy", (join) => join.on("accessPolicy.only", "=", 1))
      .select([
        "sessions.createdAt",
        "sessions.lastSeenAt",
        "sessions.factorAt",
        "sessions.ssoProvider",
        "sessions.ssoIssuer",
        "sessions.ssoSubject",
        "sessions.ssoSecondFactor",
        "sessions.secondFactorAt",
        "staff.staffID",
        "staff.email",
        "staff.emailUnverified",
        "staff.name",
        "staff.role",
        "staff.environments",
        "accessPolicy.secondFactorRequired",
        "accessPolicy.ssoRequired",
        "accessPolicy.breakGlassStaffID",
      ])
      .where("sessions.sessionHash", "=", values.sessionHash),
  );
  return {
    async findActive(sessionHash, nowMs) {
      const [row] = await find({ sessionHash, ...boundsAt(nowMs) });
      if (!row) return null;
      const { staffID, name, createdAt, lastSeenAt, factorAt } = row;
      const staff = { staffID, email: shownEmail(row), name, ...parseAccess(row) };
      const hasSecondFactor = row.secondFactorAt !== null || row.ssoSecondFactor === 1;
      const proof = { factorAt: factorAt ?? createdAt, sso: ssoOf(row), hasSecondFactor };
      const session = { sessionHash, staff, lastSeenAt, ...proof, ...factorPolicyOf(row) };
      return withExpiry(session, createdAt + maxSessionMs);
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
    begin: ({ passwordHash, ...session }, nowMs, ...events) =>
      db.transaction().execute(async (transaction) => {
        const { sessionHash, staffID, replaces, address, userAgent, factorAt, secondFactor, sso } = session;
        // First of all: it locks the person's row, so that such a change comes before it, or finds the session.
        let person = transaction
          .updateTable("staff")
          .set({ lastSignInAt: nowMs })
          .where("staffID", "=", staffID)
          .where("disabledAt", "is", null);
        if (passwordHash === null) person = person.where("passwordHash", "is", null);
        else if (passwordHash !== undefined) person = person.where("passwordHash", "=", passwordHash);
        if ((await person.executeTakeFirst()).numUpdatedRows !== 1n) return false;
        if (replaces) await end(replaces, nowMs, transaction);
        await transaction
          .insertInto("sessions")
          .values({
            sessionHash,
            staffID,
            createdAt: nowMs,
            lastSeenAt: nowMs,
            endedAt: null,
            address: address ?? null,
            userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
            factorAt: factorAt ?? nowMs,
            ssoProvider: sso?.provider ?? null,
            ssoIssuer: sso?.issuer ?? null,
            ssoSubject: sso?.subject ?? null,
            ssoSessionID: sso?.sessionID ?? null,
            ssoSecondFactor: sso ? Number(sso.secondFactor) : null,
            secondFactorAt: secondFactor ? nowMs : null,
          })
          .execute();
        await transaction
          .deleteFrom("sessions")
          .where("createdAt", "<", nowMs - keptMs)
          .execute();
        for (const event of events) await appendAudit(transaction, event, nowMs);
        return true;
      }),
    proveFactor: (sessionHash, nowMs, event, { factorAt = nowMs, secondFactor = false } = {}) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("sessions")
          .set({ factorAt, ...(secondFactor && { secondFactorAt: nowMs }) })
          .where("sessionHash", "=", sessionHash)
          .where("endedAt", "is", null)
          .execute();
        await appendAudit(transaction, event, nowMs);
      }),
    ofStaff: (staffID, nowMs) =>
      active(nowMs)
        .select(["sessions.sessionHash", "sessions.createdAt", "sessions.lastSeenAt"])
        .select(["sessions.address", "sessions.userAgent"])
        .where("sessions.staffID", "=", staffID)
        .orderBy("sessions.lastSeenAt", "desc")
        .orderBy("sessions.sessionHash")
        .execute(),
    async touch(session, nowMs) {
      if (!isTouchDue(session, nowMs)) return session;
      await db
        .updateTable("sessions")
        .set({ lastSeenAt: nowMs })
        .where("sessionHash", "=", session.sessionHash)
        .where("endedAt", "is", null)
        .where("lastSeenAt", "<", nowMs)
        .execute();
      return withExpiry({ ...session, lastSeenAt: nowMs }, session.expiresAt);
    },
    end: (sessionHash, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        await end(sessionHash, nowMs, transaction);
        if (event) await appendAudit(transaction, event, nowMs);
      }),
    endOf: (staffID, which, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        const ended = await endSessions(transaction, staffID, which, nowMs);
        if (ended.length > 0) await appendAudit(transaction, event, nowMs);
        return ended;
      }),
  };
}

/** Ends sessions of one person: all, all but one, or one. Gives those that were in force. */
export async function endSessions(
  transaction: Transaction<ConsoleSchema>,
  staffID: string,
  which: { except?: string; sessionHash?: string },
  nowMs: number,
): Promise<string[]> {
  let update = transaction
    .updateTable("sessions")
    .set({ endedAt: nowMs })
    .where("staffID", "=", staffID)
    .where("endedAt", "is", null);
  if (which.except !== undefined) update = update.where("sessionHash", "!=", which.except);
  if (which.sessionHash !== undefined) update = update.where("sessionHash", "=", which.sessionHash);
  const ended = await update.returning("sessionHash").execute();
  return ended.map(({ sessionHash }) => sessionHash);
}

/** A session goes on under another ID; the old one is dead. */
export async function renameSession(
  transaction: Transaction<ConsoleSchema>,
  { sessionHash, newSessionHash }: { sessionHash: string; newSessionHash: string },
): Promise<void> {
  await transaction
    .updateTable("sessions")
    .set({ sessionHash: newSessionHash })
    .where("sessionHash", "=", sessionHash)
    .execute();
}
