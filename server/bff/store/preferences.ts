import type { Kysely } from "kysely";
import { type Preferences, type PreferencesChange, preferencesSchema } from "#lib/contract/console/preferences.ts";
import { changedPreferences } from "#lib/contract/values/console/preference-values.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** The preferences in a row. Empty if the person has no row, because the person has never changed a setting. */
export const parsePreferences = (stored: string | null): Preferences =>
  stored === null ? {} : preferencesSchema.parse(JSON.parse(stored));

/** The store of personal settings of the console. Database errors are passed on unchanged. */
export function createPreferenceStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const read = async (staffID: string, on: Kysely<ConsoleSchema>) => {
    const row = await on
      .selectFrom("preferences")
      .select("preferences")
      .where("staffID", "=", staffID)
      .executeTakeFirst();
    return parsePreferences(row?.preferences ?? null);
  };
  return {
    /** The person's settings. Empty if the person has never changed a setting. */
    find: (staffID: string): Promise<Preferences> => read(staffID, db),
    /**
     * Changes the given members and keeps all other members. If several requests change different members at the same
     * time, all changes are stored. Returns the new preferences.
     */
    change: (staffID: string, change: PreferencesChange, nowMs: number): Promise<Preferences> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `preferences of ${staffID}`);
        const after = changedPreferences(await read(staffID, transaction), change);
        const values = { preferences: JSON.stringify(after), updatedAt: nowMs };
        await transaction
          .insertInto("preferences")
          .values({ staffID, ...values })
          .onConflict((conflict) => conflict.column("staffID").doUpdateSet(values))
          .execute();
        return after;
      }),
  };
}
