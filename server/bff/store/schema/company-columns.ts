import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** Longer ones are cut: an API may send anything, and an index holds the keys. */
const maxNameLength = 300;
const maxKeyLength = 200;

/** A name, or a part of one, as lists compare it: neither case nor the way a letter is written makes a difference. */
export const companyKeyOf = (name: string) =>
  name.slice(0, maxNameLength).normalize("NFKC").toLowerCase().trim().slice(0, maxKeyLength);

/** Half a surrogate pair and a zero character can stand in no column of Postgres. */
const storable = (name: string) => name.slice(0, maxNameLength).toWellFormed().replaceAll("\u0000", "\ufffd");

/** The columns that hold a company's name; none where it is not known, so that one known before stays. */
export function companyColumns(name: string | undefined): { companyName?: string; companyKey?: string } {
  const companyName = storable(name ?? "").trim();
  return companyName === "" ? {} : { companyName, companyKey: companyKeyOf(companyName) };
}

const rowsAtOnce = 400;

/** The names that the requests of older creations hold: of other writes nothing was kept. */
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
    // What a search reads of an operation, in the order of lists.
    await db.schema
      .createIndex("operationsByText")
      .on("operations")
      .columns(["environment", "createdAt", "operationID", "companyKey", "customerID"])
      .execute();
  },
};

/**
 * On PostgreSQL a search that is narrowed further reads that index alone as well. SQLite computes the outcome from its
 * row, whatever an index holds: there the index stays small.
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
