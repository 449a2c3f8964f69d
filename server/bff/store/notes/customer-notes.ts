import type { Kysely, Selectable, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { maxNotes } from "#lib/contract/values/customers/customer-marks.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import {
  type AnyOwnNotification,
  appendOwnNotifications,
} from "#server/bff/store/own-notifications/append-own-notifications.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { ticketColumns } from "#server/bff/store/schema/tables/ticket-tables.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** A note as stored. Times are milliseconds since 1970. */
export interface StoredNote {
  noteID: string;
  environment: Environment;
  customerID: string;
  text: string;
  author: { staffID: string; email: string };
  ticket: string | null;
  createdAt: number;
  editedAt: number | null;
  pinnedAt: number | null;
}

/** Selects the notes of one customer, or the notes of one ticket. `ticketKey` is the result of `ticketKeyOf`. */
export type NoteFilter = { environment: Environment } & ({ customerID: string } | { ticketKey: string });

export interface OwnNote {
  environment: Environment;
  noteID: string;
  staffID: string;
}

function noteOfRow(row: Selectable<ConsoleSchema["customerNotes"]>): StoredNote {
  const { customerKey: _key, ticketKey: _ticketKey, staffID, email, environment, ...rest } = row;
  return { ...rest, environment: environmentSchema.parse(environment), author: { staffID, email } };
}

/**
 * The store of notes about customers. Each change is stored with its audit event. Database errors are passed on
 * unchanged.
 */
export function createNoteStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const matching = (on: Kysely<ConsoleSchema>, filter: NoteFilter) => {
    const rows = on.selectFrom("customerNotes").where("environment", "=", filter.environment);
    return "ticketKey" in filter
      ? rows.where("ticketKey", "=", filter.ticketKey)
      : rows.where("customerKey", "=", idKey(filter.customerID));
  };
  const count = async (on: Kysely<ConsoleSchema>, filter: NoteFilter) => {
    const { total } = await matching(on, filter)
      .select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  const audited = <Result>(change: (transaction: Transaction<ConsoleSchema>) => Promise<Result>) =>
    db.transaction().execute(change);

  return {
    /**
     * Adds a note and its notifications. False if the customer has the maximum number of notes. If `guard` throws,
     * nothing is stored.
     */
    add: (
      { author, ticket, ...note }: StoredNote,
      event: NewAuditEvent,
      {
        guard,
        notifications = [],
      }: { guard?: WriteGuard | undefined; notifications?: readonly AnyOwnNotification[] } = {},
    ): Promise<boolean> =>
      audited(async (transaction) => {
        const { environment, customerID } = note;
        const customerKey = idKey(customerID);
        await acquireAdvisoryLock(transaction, dialect, `${environment} notes ${customerKey}`);
        if ((await count(transaction, { environment, customerID })) >= maxNotes) return false;
        await guard?.(transaction);
        await transaction
          .insertInto("customerNotes")
          .values({ ...note, ...author, ...ticketColumns(ticket), customerKey })
          .execute();
        appendOwnNotifications(transaction, notifications, note.createdAt);
        await appendAudit(transaction, event, note.createdAt);
        return true;
      }),
    async find(environment: Environment, noteID: string): Promise<StoredNote | null> {
      const row = await db
        .selectFrom("customerNotes")
        .selectAll()
        .where("noteID", "=", noteID)
        .where("environment", "=", environment)
        .executeTakeFirst();
      return row ? noteOfRow(row) : null;
    },
    /** Lists notes, newest first. */
    async list(
      filter: NoteFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ notes: StoredNote[]; total: number }> {
      const rows = await matching(db, filter)
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("noteID", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return { notes: rows.map(noteOfRow), total: await count(db, filter) };
    },
    /** Changes a note that this author wrote. Null if this author has no such note. */
    edit: (
      { environment, noteID, staffID }: OwnNote,
      text: string,
      event: NewAuditEvent,
      nowMs: number,
      notifications: readonly AnyOwnNotification[] = [],
    ): Promise<StoredNote | null> =>
      audited(async (transaction) => {
        const row = await transaction
          .updateTable("customerNotes")
          .set({ text, editedAt: nowMs })
          .where("noteID", "=", noteID)
          .where("environment", "=", environment)
          .where("staffID", "=", staffID)
          .returningAll()
          .executeTakeFirst();
        if (!row) return null;
        appendOwnNotifications(transaction, notifications, nowMs);
        await appendAudit(transaction, event, nowMs);
        return noteOfRow(row);
      }),
    /** The customer's note that is pinned for everybody. Null if the customer has no pinned note. */
    async pinnedNote(environment: Environment, customerID: string): Promise<StoredNote | null> {
      const row = await matching(db, { environment, customerID })
        .selectAll()
        .where("pinnedAt", "is not", null)
        .executeTakeFirst();
      return row ? noteOfRow(row) : null;
    },
    /**
     * Pins a note for everybody, or unpins it. A customer has at most one pinned note, so the earlier pinned note is
     * unpinned. `eventOf` receives the ID of the earlier pinned note. Null if the note no longer exists.
     */
    pin: (
      { environment, customerID, noteID }: Pick<StoredNote, "environment" | "customerID" | "noteID">,
      pinned: boolean,
      eventOf: (pinnedBefore: string | undefined) => NewAuditEvent,
      nowMs: number,
    ): Promise<StoredNote | null> =>
      audited(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `${environment} notes ${idKey(customerID)}`);
        const notes = matching(transaction, { environment, customerID });
        const note = await notes.selectAll().where("noteID", "=", noteID).executeTakeFirst();
        if (!note) return null;
        if ((note.pinnedAt !== null) === pinned) return noteOfRow(note);
        const before = await notes.select("noteID").where("pinnedAt", "is not", null).executeTakeFirst();
        if (before) {
          await transaction
            .updateTable("customerNotes")
            .set({ pinnedAt: null })
            .where("noteID", "=", before.noteID)
            .execute();
        }
        const pinnedAt = pinned ? nowMs : null;
        await transaction.updateTable("customerNotes").set({ pinnedAt }).where("noteID", "=", noteID).execute();
        await appendAudit(transaction, eventOf(before?.noteID), nowMs);
        return noteOfRow({ ...note, pinnedAt });
      }),
    /** Removes a note that this author wrote. False if this author has no such note. */
    remove: ({ environment, noteID, staffID }: OwnNote, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      audited(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("customerNotes")
          .where("noteID", "=", noteID)
          .where("environment", "=", environment)
          .where("staffID", "=", staffID)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
  };
}
