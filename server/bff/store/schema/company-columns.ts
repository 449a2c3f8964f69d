import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/**
 * The maximum length of a stored name. Longer names are cut, because an API may send any length and the keys are
 * indexed.
 */
const maxNameLength = 300;
const maxKeyLength = 200;

/**
 * The normalised form in which lists compare a name or a part of a name. It ignores case and different Unicode forms.
 */
export const companyKeyOf = (name: string) =>
  name.slice(0, maxNameLength).normalize("NFKC").toLowerCase().trim().slice(0, maxKeyLength);

/** PostgreSQL accepts neither half a surrogate pair nor a NUL. */
const storable = (name: string) => name.slice(0, maxNameLength).toWellFormed().replaceAll("\u0000", "\ufffd");

/** The columns with a company's name. Returns no columns if the name is unknown, so that an existing name is kept. */
export function companyColumns(name: string | undefined): { companyName?: string; companyKey?: string } {
  const companyName = storable(name ?? "").trim();
  return companyName === "" ? {} : { companyName, companyKey: companyKeyOf(companyName) };
}

const rowsAtOnce = 400;

/** Adds the names from the requests of older creations. Other older writes have no name. */
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
    // The columns that a search reads, in list order.
    await db.schema
      .createIndex("operationsByText")
      .on("operations")
      .columns(["environment", "createdAt", "operationID", "companyKey", "customerID"])
      .execute();
  },
};

/**
 * Lets a search with further filters read only the index on PostgreSQL. SQLite always computes the outcome from the
 * row, so its index has fewer columns.
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
