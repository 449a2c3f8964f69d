import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { maxViews, tableLayoutSchema } from "#lib/contract/console/view.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

type TableLayout = z.infer<typeof tableLayoutSchema>;

/** A saved view as stored. Times are milliseconds since 1970. */
export interface StoredView {
  viewID: string;
  name: string;
  query: string;
  layout: TableLayout | null;
  shared: boolean;
  owner: { staffID: string; name: string };
  updatedAt: number;
}

export type NewStoredView = Pick<StoredView, "viewID" | "name" | "query" | "layout" | "shared">;

/** The result of saving a view. */
export type SaveResult = "kept" | "name taken" | "too many";

/**
 * The person who wants to change a view. `keepsShared` is true if this person has the permission to change shared
 * views.
 */
export interface ViewEditor {
  staffID: string;
  keepsShared: boolean;
}

/** Columns whose types the database cannot guarantee: JSON that is stored as text. */
const layoutSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(tableLayoutSchema)
  .nullable();

type Row = Selectable<ConsoleSchema["views"]> & { ownerName: string };

function viewOfRow({ viewID, name, query, layout, shared, staffID, ownerName, updatedAt }: Row): StoredView {
  const owner = { staffID, name: ownerName };
  return { viewID, name, query, layout: layoutSchema.parse(layout), shared: shared === 1, owner, updatedAt };
}

/** Normalises a name. Names that differ only in letter case or Unicode form become equal. */
function nameKeyOf(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

function isTaken(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // `23505` is PostgreSQL's code for unique_violation. SQLite reports this error only as text.
  return code === "23505" || String(message).includes("UNIQUE constraint failed");
}

/**
 * Returns an SQL condition: this person may change the view. People may change their own private views. Changing a
 * shared view, even by its owner, needs the permission to change shared views.
 */
function isKeptBy({ staffID, keepsShared }: ViewEditor) {
  return (view: ExpressionBuilder<ConsoleSchema, "views">) =>
    keepsShared
      ? view.or([view("staffID", "=", staffID), view("shared", "=", 1)])
      : view.and([view("staffID", "=", staffID), view("shared", "=", 0)]);
}

/** The store of saved views. Database errors are passed on unchanged. */
export function createViewStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const seenBy = (staffID: string) =>
    db
      .selectFrom("views")
      .innerJoin("staff", "staff.staffID", "views.staffID")
      .where((where) => where.or([where("views.staffID", "=", staffID), where("views.shared", "=", 1)]));
  const columns = [
    ...(["viewID", "staffID", "name", "nameKey", "query", "layout"] as const),
    ...(["shared", "createdAt", "updatedAt"] as const),
  ].map((column) => `views.${column}` as const);
  return {
    /** Adds a view. Refused if the owner already has a view with this name, or has the maximum number of views. */
    add: (
      staffID: string,
      { layout, shared, ...view }: NewStoredView,
      nowMs: number,
      event?: NewAuditEvent,
    ): Promise<SaveResult> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `views of ${staffID}`);
        const { total } = await transaction
          .selectFrom("views")
          .select((builder) => builder.fn.countAll<number>().as("total"))
          .where("staffID", "=", staffID)
          .executeTakeFirstOrThrow();
        if (Number(total) >= maxViews) return "too many";
        const added = await transaction
          .insertInto("views")
          .values({
            ...view,
            staffID,
            nameKey: nameKeyOf(view.name),
            layout: layout === null ? null : JSON.stringify(layout),
            shared: shared ? 1 : 0,
            createdAt: nowMs,
            updatedAt: nowMs,
          })
          .onConflict((conflict) => conflict.columns(["staffID", "nameKey"]).doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return "name taken";
        if (event) await appendAudit(transaction, event, nowMs);
        return "kept";
      }),
    /**
     * Changes a view if this person may change it. Undefined members stay unchanged. Only the owner can make a shared
     * view private again. Returns `name taken` if the owner already has a different view with this name, and `not
     * theirs` if this person may not change the view.
     */
    async change(
      keeper: ViewEditor,
      viewID: string,
      { name, query, layout, shared }: Partial<NewStoredView>,
      nowMs: number,
      event?: NewAuditEvent,
    ): Promise<"kept" | "name taken" | "not theirs"> {
      try {
        return await db.transaction().execute(async (transaction) => {
          let update = transaction.updateTable("views").where("viewID", "=", viewID).where(isKeptBy(keeper));
          if (shared === false) update = update.where("staffID", "=", keeper.staffID);
          const { numUpdatedRows } = await update
            .set({
              ...(name !== undefined && { name, nameKey: nameKeyOf(name) }),
              ...(query !== undefined && { query }),
              ...(layout !== undefined && { layout: layout === null ? null : JSON.stringify(layout) }),
              ...(shared !== undefined && { shared: shared ? 1 : 0 }),
              updatedAt: nowMs,
            })
            .executeTakeFirst();
          if (numUpdatedRows !== 1n) return "not theirs";
          if (event) await appendAudit(transaction, event, nowMs);
          return "kept";
        });
      } catch (error) {
        if (isTaken(error)) return "name taken";
        throw error;
      }
    },
    /** Removes a view. False if the view does not exist, or if this person may not change it. */
    remove: (keeper: ViewEditor, viewID: string, audited?: { event: NewAuditEvent; nowMs: number }): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("views")
          .where("viewID", "=", viewID)
          .where(isKeptBy(keeper))
          .executeTakeFirst();
        if (numDeletedRows !== 1n) return false;
        if (audited) await appendAudit(transaction, audited.event, audited.nowMs);
        return true;
      }),
    /** Finds a view that this person may see. It is the person's own view or a shared view. */
    async find(staffID: string, viewID: string): Promise<StoredView | null> {
      const row = await seenBy(staffID)
        .select([...columns, "staff.name as ownerName"])
        .where("views.viewID", "=", viewID)
        .executeTakeFirst();
      return row ? viewOfRow(row) : null;
    },
    /** The views with these IDs, also private ones. The caller checks who may see them. */
    async ofIDs(viewIDs: readonly string[]): Promise<StoredView[]> {
      if (viewIDs.length === 0) return [];
      const rows = await db
        .selectFrom("views")
        .innerJoin("staff", "staff.staffID", "views.staffID")
        .select([...columns, "staff.name as ownerName"])
        .where("views.viewID", "in", [...new Set(viewIDs)])
        .execute();
      return rows.map(viewOfRow);
    },
    /**
     * All views that this person may see. The person's own views come first, then shared views. Each group is sorted by
     * name.
     */
    async list(
      staffID: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ views: StoredView[]; total: number }> {
      const { total } = await seenBy(staffID)
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await seenBy(staffID)
        .select([...columns, "staff.name as ownerName"])
        .orderBy((order) => order.case().when("views.staffID", "=", staffID).then(0).else(1).end())
        .orderBy("views.nameKey")
        .orderBy("views.viewID")
        .limit(limit)
        .offset(offset)
        .execute();
      return { views: rows.map(viewOfRow), total: Number(total) };
    },
  };
}
