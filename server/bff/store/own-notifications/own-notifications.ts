import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { parsePreferences } from "#server/bff/store/preferences.ts";
import { appendNotifications } from "#server/bff/store/push/append-notifications.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import { parseAccess } from "#server/bff/store/schema/parse-access.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { OwnNotificationsTable } from "#server/bff/store/schema/tables/own-notification-tables.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { type AnyOwnNotification, appendOwnNotifications } from "./append-own-notifications.ts";
import { type OwnChannel, sendingTime } from "./sending-times.ts";

/** How long notifications are kept, and the maximum number for each person. */
export const ownNotificationsLastMs = 90 * dayMs;
export const maxOwnNotifications = 500;

/**
 * How many times an e-mail is tried if it certainly was not sent, and the pause after the first failure. The pause
 * doubles after each further failure.
 */
const maxAttempts = 6;
const firstPauseMs = 5 * 60_000;

export type StoredOwnNotification = Selectable<OwnNotificationsTable>;

/** A person, and the environments that the person may use. Notifications of other environments are left out. */
export interface OwnNotificationFilter {
  staffID: string;
  environments: readonly Environment[];
}

/** An e-mail that this process must send now. */
export interface ClaimedEmail {
  emailID: string;
  to: string;
  name: string;
  notifications: readonly Pick<StoredOwnNotification, "environment" | "kind">[];
}

/**
 * A notification that was due longer ago is not sent any more. So people do not get old notifications if the operator
 * configures a mail server or an endpoint later, or if no console was running for days.
 */
const maxLateMs = dayMs;

/**
 * `not-sent`: the mail server certainly did not accept it. `unknown`: the answer was lost. `problem`: the reason, without
 * an address.
 */
export type EmailResult = { state: "sent" } | { state: "not-sent" | "unknown"; problem: string };

/** The e-mails that were not sent or may not have arrived. */
export interface EmailProblems {
  /** The number of people whom they concern. A person can be in several of the other numbers. */
  people: number;
  failed: number;
  unknown: number;
  /** The people whose e-mail is tried again, later or just now. */
  waiting: number;
  /** When the first of these problems happened, in milliseconds since 1970, and the last reason. */
  sinceMs: number | null;
  problem: string | null;
}

type On = Transaction<ConsoleSchema>;

const columnOf = { email: "emailAt", endpoint: "endpointAt" } as const;

/** The store of people's own notifications. Database errors are passed on unchanged. */
export function createOwnNotificationStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const rowsOf = ({ staffID, environments }: OwnNotificationFilter) =>
    db
      .selectFrom("ownNotifications")
      .where("staffID", "=", staffID)
      .where("environment", "in", environments.length === 0 ? ["none"] : environments);

  async function count(rows: ReturnType<typeof rowsOf>): Promise<number> {
    const { total } = await rows
      .select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** A person with the data that decide whether notifications are sent. Undefined for a disabled person. */
  const recipient = (on: Kysely<ConsoleSchema>, staffID: string) =>
    on
      .selectFrom("staff")
      .leftJoin("preferences", "preferences.staffID", "staff.staffID")
      .select(["email", "emailUnverified", "name", "role", "environments", "preferences.preferences"])
      .where("staff.staffID", "=", staffID)
      .where("disabledAt", "is", null)
      .executeTakeFirst();

  /**
   * Takes the notifications of a person that are due for a channel. They are not sent if the person has read them, may
   * no longer use their environment or has turned them off, or if they were due long ago. In quiet hours they wait until
   * these end.
   */
  async function takeDue(on: On, staffID: string, channel: OwnChannel, nowMs: number) {
    const column = columnOf[channel];
    await acquireAdvisoryLock(on, dialect, `own notifications of ${staffID}`);
    const rows = await on
      .selectFrom("ownNotifications")
      .selectAll()
      .where("staffID", "=", staffID)
      .where(column, "<=", nowMs)
      .orderBy("createdAt")
      .orderBy("notificationID")
      .execute();
    const person = await recipient(on, staffID);
    const environments: readonly string[] = person ? parseAccess(person).environments : [];
    const preferences = parsePreferences(person?.preferences ?? null);
    const due: StoredOwnNotification[] = [];
    for (const row of rows) {
      const isOld = (row[column] ?? nowMs) < nowMs - maxLateMs;
      const mayGet = row.readAt === null && !isOld && environments.includes(row.environment);
      const atMs = mayGet ? sendingTime(preferences, { kind: row.kind, channel }, nowMs) : null;
      if (atMs === nowMs) due.push(row);
      await on
        .updateTable("ownNotifications")
        .set({ [column]: atMs === nowMs ? null : atMs })
        .set(atMs === null && channel === "email" ? { emailProblem: null, emailProblemAt: null } : {})
        .where("notificationID", "=", row.notificationID)
        .execute();
    }
    return person && due.length > 0 ? { person, due } : null;
  }

  return {
    /** Adds notifications in a transaction of their own. Within another transaction, use `appendOwnNotifications`. */
    add: (notifications: readonly AnyOwnNotification[], nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => appendOwnNotifications(transaction, notifications, nowMs)),
    /** A page of a person's notifications, newest first. */
    async list(
      filter: OwnNotificationFilter,
      { unread, limit, offset }: { unread: boolean; limit: number; offset: number },
    ): Promise<{ notifications: StoredOwnNotification[]; total: number; unread: number }> {
      const rows = unread ? rowsOf(filter).where("readAt", "is", null) : rowsOf(filter);
      const notifications = await rows
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("notificationID", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        notifications,
        total: await count(rows),
        unread: await count(rowsOf(filter).where("readAt", "is", null)),
      };
    },
    unread: (filter: OwnNotificationFilter): Promise<number> => count(rowsOf(filter).where("readAt", "is", null)),
    /** Marks a notification of this person as read or unread. False if there is no such notification. */
    async setRead(
      { staffID, notificationID }: { staffID: string; notificationID: string },
      read: boolean,
      nowMs: number,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("ownNotifications")
        .set((builder) => ({
          readAt: read ? builder.fn.coalesce("readAt", sql<number>`${sql.lit(Math.round(nowMs))}`) : null,
        }))
        .where("staffID", "=", staffID)
        .where("notificationID", "=", notificationID)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    /** Marks the notifications of a person up to this time as read. Newer ones stay unread. */
    async readAll({ staffID, environments }: OwnNotificationFilter, upToMs: number, nowMs: number): Promise<void> {
      await db
        .updateTable("ownNotifications")
        .set({ readAt: nowMs })
        .where("staffID", "=", staffID)
        .where("environment", "in", environments.length === 0 ? ["none"] : environments)
        .where("createdAt", "<=", upToMs)
        .where("readAt", "is", null)
        .execute();
    },
    /** When the next notification is due for a channel. Null if none waits. */
    async nextDue(channel: OwnChannel): Promise<number | null> {
      const column = columnOf[channel];
      const row = await db
        .selectFrom("ownNotifications")
        .select(column)
        .where(column, "is not", null)
        .orderBy(column)
        .limit(1)
        .executeTakeFirst();
      return row?.[column] ?? null;
    },
    /** The people who have notifications that are due for a channel. */
    async peopleWithDue(channel: OwnChannel, nowMs: number): Promise<string[]> {
      const rows = await db
        .selectFrom("ownNotifications")
        .select("staffID")
        .distinct()
        .where(columnOf[channel], "<=", nowMs)
        .orderBy("staffID")
        .execute();
      return rows.map(({ staffID }) => staffID);
    },
    /**
     * Claims all notifications of a person that are due by e-mail, for one e-mail. Only one process gets them. Null if
     * there is nothing to send now. The caller must send the e-mail once and record its result.
     */
    claimEmail: (staffID: string, emailID: string, nowMs: number): Promise<ClaimedEmail | null> =>
      db.transaction().execute(async (transaction) => {
        const taken = await takeDue(transaction, staffID, "email", nowMs);
        // Nothing is sent to an address that the sign-in provider has not verified.
        if (!taken || taken.person.emailUnverified === 1) return null;
        const { person, due } = taken;
        await transaction
          .updateTable("ownNotifications")
          .set({ emailID, emailClaimedAt: nowMs, emailResult: null })
          .where(
            "notificationID",
            "in",
            due.map(({ notificationID }) => notificationID),
          )
          .execute();
        return { emailID, to: person.email, name: person.name, notifications: due };
      }),
    /** Records the result of an e-mail. An e-mail that certainly was not sent is tried again a few times. */
    recordEmail: (emailID: string, result: EmailResult, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom("ownNotifications")
          .select(["notificationID", "emailFailures"])
          .where("emailID", "=", emailID)
          .orderBy("notificationID")
          .execute();
        const { state } = result;
        const problem =
          result.state === "sent"
            ? { emailProblem: null, emailProblemAt: null }
            : { emailProblem: result.problem, emailProblemAt: nowMs };
        for (const { notificationID, emailFailures } of rows) {
          const failures = emailFailures + (state === "not-sent" ? 1 : 0);
          const isRetried = state === "not-sent" && failures < maxAttempts;
          await transaction
            .updateTable("ownNotifications")
            .set(
              isRetried
                ? { emailAt: nowMs + firstPauseMs * 2 ** (failures - 1), emailID: null, emailClaimedAt: null }
                : { emailResult: state === "not-sent" ? "failed" : state },
            )
            .set({ emailFailures: failures, ...problem })
            .where("notificationID", "=", notificationID)
            .execute();
        }
      }),
    /**
     * Moves the notifications of a person that are due for the notification endpoint to its outbox. Returns their
     * number. Only one process moves them.
     */
    moveToOutbox: (staffID: string, nowMs: number): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        const taken = await takeDue(transaction, staffID, "endpoint", nowMs);
        const due = taken?.due ?? [];
        await appendNotifications(
          transaction,
          due.map(({ notificationID, environment, kind, state, title, href }) => ({
            key: `own ${notificationID}`,
            type: "person.notified" as const,
            environment: environment as Environment,
            subject: { kind, id: notificationID, title, state, staffID, href },
          })),
          nowMs,
        );
        return due.length;
      }),
    /**
     * The problems with e-mails since `sinceMs`. If a process has claimed an e-mail before `claimedBeforeMs` and recorded
     * no result, the process has ended, so the result is unknown.
     */
    async emailProblems(sinceMs: number, claimedBeforeMs: number): Promise<EmailProblems> {
      const isInterrupted = sql<boolean>`"emailResult" is null and "emailID" is not null
        and "emailClaimedAt" >= ${sinceMs} and "emailClaimedAt" < ${claimedBeforeMs}`;
      const row = await db
        .selectFrom("ownNotifications")
        .select([
          sql<number>`count(distinct "staffID")`.as("people"),
          sql<number>`count(distinct case when "emailResult" = 'failed' then "staffID" end)`.as("failed"),
          sql<number>`count(distinct case when "emailResult" = 'unknown' or (${isInterrupted}) then "staffID" end)`.as(
            "unknown",
          ),
          sql<number>`count(distinct case when "emailAt" is not null
            or ("emailResult" is null and "emailID" is not null and not (${isInterrupted})) then "staffID" end)`.as(
            "waiting",
          ),
          sql<number | null>`min(coalesce("emailProblemAt", "emailClaimedAt"))`.as("sinceMs"),
        ])
        .where((where) => where.or([where("emailProblemAt", ">=", sinceMs), isInterrupted]))
        .executeTakeFirstOrThrow();
      const last = await db
        .selectFrom("ownNotifications")
        .select("emailProblem")
        .where("emailProblemAt", ">=", sinceMs)
        .orderBy("emailProblemAt", "desc")
        .orderBy("notificationID")
        .executeTakeFirst();
      return {
        people: Number(row.people),
        failed: Number(row.failed),
        unknown: Number(row.unknown),
        waiting: Number(row.waiting),
        sinceMs: row.sinceMs === null ? null : Number(row.sinceMs),
        problem: last?.emailProblem ?? null,
      };
    },
    /** Removes old notifications, and the oldest ones of people who have too many. Returns how many were removed. */
    async removeOld(nowMs: number): Promise<number> {
      const old = await db
        .deleteFrom("ownNotifications")
        .where("createdAt", "<", nowMs - ownNotificationsLastMs)
        .executeTakeFirst();
      const numbered = db
        .selectFrom("ownNotifications")
        .select([
          "notificationID",
          sql<number>`row_number() over (partition by "staffID" order by "createdAt" desc, "notificationID" desc)`.as(
            "number",
          ),
        ])
        .as("numbered");
      const tooMany = await db
        .deleteFrom("ownNotifications")
        .where("notificationID", "in", (builder) =>
          builder.selectFrom(numbered).select("notificationID").where("number", ">", maxOwnNotifications),
        )
        .executeTakeFirst();
      return Number(old.numDeletedRows + tooMany.numDeletedRows);
    },
  };
}
