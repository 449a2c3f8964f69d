import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/**
 * The maximum length of a stored name. Longer names are cut, because an API may send names of any length and the keys
 * are indexed.
 */
const maxNameLength = 300;
const maxKeyLength = 200;

/**
 * The normalised form in which lists compare names and parts of names. It ignores case and differences between Unicode
 * forms.
 */
export const companyKeyOf = (name: string) =>
  name.slice(0, maxNameLength).normalize("NFKC").toLowerCase().trim().slice(0, maxKeyLength);

/** PostgreSQL cannot store NUL or half of a surrogate pair. */
const storable = (name: string) => name.slice(0, maxNameLength).toWellFormed().replaceAll("\u0000", "\ufffd");

/** The columns for a company's name. If the name is unknown, returns no columns, so that a stored name stays. */
export function companyColumns(name: string | undefined): { companyName?: string; companyKey?: string } {
  const companyName = storable(name ?? "").trim();
  return companyName === "" ? {} : { companyName, companyKey: companyKeyOf(companyName) };
}

const rowsAtOnce = 400;

/** Adds company names from the requests of earlier creations. Other earlier writes have no name in their request. */
export const companyNameMigration: Migration = {
  name: "0145_operation_company_names",
  async up(db) {
    for (const column of ["companyName", "companyKey"])
      await db.schema.alterTable("operations").addColumn(column, "text").execute();
    for (let after = ""; ; ) {
      const rows: { operationID: string; request: string }[] = await db
        .selectFrom("operations")
        .select(["operationID", "request"])
        .where("kind", "=", "create-customer")
        .where("operationID", ">", after)
        .orderBy("operationID")
        .limit(rowsAtOnce)
        .execute();
      const named = rows.flatMap(({ operationID, request }) => {
        const { companyName: name } = JSON.parse(request) as { companyName?: unknown };
        const { companyName, companyKey } = companyColumns(typeof name === "string" ? name : undefined);
        return companyName === undefined ? [] : [sql`(${operationID}, ${companyName}, ${companyKey})`];
      });
      if (named.length > 0) {
        await sql`with "named" ("id", "name", "key") as (values ${sql.join(named)})
          update "operations" set "companyName" = "named"."name", "companyKey" = "named"."key"
          from "named" where "operations"."operationID" = "named"."id"`.execute(db);
      }
      if (rows.length < rowsAtOnce) break;
      after = rows.at(-1)?.operationID ?? after;
    }
    // The columns that a search reads. The order of the columns follows the sort order of the list.
    await db.schema
      .createIndex("operationsByText")
      .on("operations")
      .columns(["environment", "createdAt", "operationID", "companyKey", "customerID"])
      .execute();
  },
};

/**
 * Adds columns to the search index, so that a search with more filters reads only the index. This works only on
 * PostgreSQL. SQLite computes the outcome from the row in any case, so its index has fewer columns.
 */
export const textIndexMigration: Migration = {
  name: "0250_operation_text_index",
  async up(db, dialect) {
    if (dialect !== "postgres") return;
    await db.schema.dropIndex("operationsByText").execute();
    await db.schema
      .createIndex("operationsByText")
      .on("operations")
      .columns(["environment", "createdAt", "operationID", "companyKey", "customerID", "outcome", "staffID", "kind"])
      .execute();
  },
};
