import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { parsePreferences } from "./preferences.ts";
import { compileOnce } from "./schema/compile-once.ts";
import { parseAccess } from "./schema/parse-access.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { type FactorPolicy, factorPolicyOf, type SsoOrigin, ssoOf } from "./session-rows.ts";
import { type Staff, shownEmail } from "./staff.ts";

/** How long a session lasts if the person makes no request, in milliseconds. */
export const maxIdleMs = 30 * 60_000;

/** The maximum duration of a session, in milliseconds. */
export const maxSessionMs = 12 * 60 * 60_000;

/** How long an ended session is stored, in milliseconds. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * The minimum time between two updates of a person's last request, in milliseconds. The stored time is therefore
 * accurate to half a second.
 */
const touchEveryMs = 500;

/** True for a request with a key that an assistant may have. */
export const isAssistant = ({ isClient, assistant }: Pick<ActiveSession, "isClient" | "assistant">): boolean =>
  isClient === true && assistant !== undefined && assistant.mode !== "off";

/** An active session and its person. Every request reads the session and the person again. */
export interface ActiveSession {
  sessionHash: string;
  staff: Pick<Staff, "staffID" | "email" | "name" | "role" | "environments">;
  /**
   * When the person last proved their identity, by password or by another factor. All four times of this object are
   * milliseconds since 1970.
   */
  factorAt: number;
  /** True for an API client. An API client has no session, so this object represents its key during one request. */
  isClient?: boolean;
  /** For an API client: what an assistant may do with its key, and the administrator who made the key. */
  assistant?: { mode: AssistantMode; owner: string };
  /** Null if the session began with a password. */
  sso: SsoOrigin | null;
  /** True if the person used a second factor in this session, in the console or at the provider. */
  hasSecondFactor: boolean;
  /** The factor policy at the time when the session was read. Missing if the policy was not read with the session. */
  factorPolicy?: FactorPolicy;
  /** The person's preferences, if they were read with the session (`findForPage`). */
  preferences?: Preferences;
  lastSeenAt: number;
  idleExpiresAt: number;
  expiresAt: number;
}

/** The data of a new session. */
export interface NewSession {
  sessionHash: string;
  staffID: string;
  /** The hash of the previous session in the same browser. That session ends. Null if the browser has no session. */
  replaces: string | null;
  /**
   * The person's password hash at the time of the identity check. Null if the person had no password. Missing if the
   * password must not be compared.
   */
  passwordHash?: string | null;
  /** The network address. The person sees it in their own list of sessions. */
  address?: string | undefined;
  userAgent?: string | undefined;
  /** When the person proved their identity. Missing: now. */
  factorAt?: number;
  /** True if the person has used a second factor of the console. */
  secondFactor?: boolean;
  /**
   * Set for single sign-on. `sessionID` is the ID of the provider's session. With this ID, the provider can end
   * sessions.
   */
  sso?: SsoOrigin & { sessionID: string | null };
}

/** A session in a person's list of their own sessions. */
export interface OwnSession {
  sessionHash: string;
  createdAt: number;
  lastSeenAt: number;
  address: string | null;
  userAgent: string | null;
}

/** The maximum length of a stored user agent, in characters. */
const maxUserAgent = 300;

/** The maximum number of hashes in one statement, because a statement has a limited number of parameters. */
const hashesAtOnce = 500;

/** The bounds for an active session: it was used after `seenAfter` and began after `createdAfter`. */
type Bounds = { seenAfter: number; createdAfter: number };

const boundsAt = (nowMs: number): Bounds => ({ seenAfter: nowMs - maxIdleMs, createdAfter: nowMs - maxSessionMs });

function withExpiry(session: Omit<ActiveSession, "expiresAt" | "idleExpiresAt">, expiresAt: number): ActiveSession {
  return { ...session, expiresAt, idleExpiresAt: Math.min(session.lastSeenAt + maxIdleMs, expiresAt) };
}

/** True if the time of the last request must be updated, because the stored time is older than `touchEveryMs`. */
export function isTouchDue({ lastSeenAt }: Pick<ActiveSession, "lastSeenAt">, nowMs: number): boolean {
  return nowMs - lastSeenAt >= touchEveryMs;
}

/** Stores sessions, identified by the hash of their ID. Database errors are passed on unchanged. */
export function createSessionStore(db: Kysely<ConsoleSchema>) {
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
  const findIn = (values: Bounds & { sessionHash: string }) =>
    activeSince(values)
      // Every request needs the policy, so its single row is read together with the session.
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
      .where("sessions.sessionHash", "=", values.sessionHash);
  const find = compileOnce(db, findIn);
  const findWithPreferences = compileOnce(db, (values: Parameters<typeof findIn>[0]) =>
    findIn(values).leftJoin("preferences", "preferences.staffID", "staff.staffID").select("preferences.preferences"),
  );

  function sessionOf(sessionHash: string, row: Awaited<ReturnType<typeof find>>[number]): ActiveSession {
    const { staffID, name, createdAt, lastSeenAt, factorAt } = row;
    const staff = { staffID, email: shownEmail(row), name, ...parseAccess(row) };
    const hasSecondFactor = row.secondFactorAt !== null || row.ssoSecondFactor === 1;
    const proof = { factorAt: factorAt ?? createdAt, sso: ssoOf(row), hasSecondFactor };
    const session = { sessionHash, staff, lastSeenAt, ...proof, ...factorPolicyOf(row) };
    return withExpiry(session, createdAt + maxSessionMs);
  }

  return {
    /** The active session with this hash. Null if the session has ended or expired, or if its person is disabled. */
    async findActive(sessionHash: string, nowMs: number): Promise<ActiveSession | null> {
      const [row] = await find({ sessionHash, ...boundsAt(nowMs) });
      return row ? sessionOf(sessionHash, row) : null;
    },
    /** Like `findActive`, with the person's preferences. Every page needs both, so one statement reads them. */
    async findForPage(sessionHash: string, nowMs: number): Promise<ActiveSession | null> {
      const [row] = await findWithPreferences({ sessionHash, ...boundsAt(nowMs) });
      return row ? { ...sessionOf(sessionHash, row), preferences: parsePreferences(row.preferences) } : null;
    },
    /** The environments of these sessions. Sessions that are not active at `nowMs` are left out. */
    async environmentsOf(
      sessionHashes: readonly string[],
      nowMs: number,
    ): Promise<ReadonlyMap<string, readonly Environment[]>> {
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
    /**
     * Begins a session at `nowMs`, ends the session `replaces` and records the sign-in, in one transaction. While a
     * sign-in is running, an administrator may disable or reset the person, or the person may get another password.
     * Such a change ends the person's sessions, so it must also prevent this session. In that case, nothing is changed
     * and the result is false.
     */
    begin: ({ passwordHash, ...session }: NewSession, nowMs: number, ...events: NewAuditEvent[]): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { sessionHash, staffID, replaces, address, userAgent, factorAt, secondFactor, sso } = session;
        // This statement comes first because it locks the person's row. A change at the same time either ends before
        // this statement, or it sees the new session.
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
    /** Records that the person has proved their identity at `factorAt`, which is usually `nowMs`. */
    proveFactor: (
      sessionHash: string,
      nowMs: number,
      event: NewAuditEvent,
      { factorAt = nowMs, secondFactor = false }: { factorAt?: number; secondFactor?: boolean } = {},
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable("sessions")
          .set({ factorAt, ...(secondFactor && { secondFactorAt: nowMs }) })
          .where("sessionHash", "=", sessionHash)
          .where("endedAt", "is", null)
          .execute();
        await appendAudit(transaction, event, nowMs);
      }),
    /** The person's active sessions, most recently used first. */
    ofStaff: (staffID: string, nowMs: number): Promise<OwnSession[]> =>
      active(nowMs)
        .select(["sessions.sessionHash", "sessions.createdAt", "sessions.lastSeenAt"])
        .select(["sessions.address", "sessions.userAgent"])
        .where("sessions.staffID", "=", staffID)
        .orderBy("sessions.lastSeenAt", "desc")
        .orderBy("sessions.sessionHash")
        .execute(),
    /**
     * Updates the time of the last request, which extends the session. An ended session stays ended, even if requests
     * arrive out of order.
     */
    async touch(session: ActiveSession, nowMs: number): Promise<ActiveSession> {
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
    /** Ends a session on every replica. Takes effect with the next request. */
    end: (sessionHash: string, nowMs: number, event?: NewAuditEvent): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await end(sessionHash, nowMs, transaction);
        if (event) await appendAudit(transaction, event, nowMs);
      }),
    /**
     * Ends all own sessions of the person except `except`, or only the session `sessionHash`. Returns the sessions that
     * were active.
     */
    endOf: (
      staffID: string,
      which: { except: string } | { sessionHash: string },
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<string[]> =>
      db.transaction().execute(async (transaction) => {
        const ended = await endSessions(transaction, staffID, which, nowMs);
        if (ended.length > 0) await appendAudit(transaction, event, nowMs);
        return ended;
      }),
  };
}

/**
 * Ends sessions of one person: all sessions, all sessions except one, or only one session. Returns the sessions that
 * were active.
 */
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

/** Gives a session a new ID. The old ID is no longer valid. */
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
