import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";
import { listIndexes, withoutCounting } from "./operation-counts.ts";

/**
 * The rules of lib/contract/operation-outcome.ts as an SQL expression for a row. A test checks that the SQL and the
 * TypeScript code return the same result for every case.
 */
const outcomeOfRow = sql`case
  when "state" = 'recorded' then 'waiting'
  when "state" = 'sent' then 'running'
  when "state" = 'unknown' then 'unknown'
  when "state" = 'rejected' and "rejectedBy" = 'console' then 'prevented'
  when "state" = 'rejected' and "rejectedBy" = 'api' and "sentAt" is not null then 'refused'
  when "state" = 'rejected' then 'failed'
  when "jobState" = 'vanished' and "verifiesEffect" = 1 and "confirmedAt" is not null then 'done'
  when "jobState" in ('failed', 'cancelled', 'vanished') then 'failed'
  when "jobState" = 'succeeded' then 'done'
  when "jobState" is not null or "jobID" is not null then 'running'
  else 'done'
end`;

/**
 * Stores with each operation the traits of the operation's kind. Then neither the outcome column nor a query needs the
 * names of kinds. Sets the traits of the two existing kinds. This migration changes no outcome.
 */
export const operationTraitsMigration: Migration = {
  name: "0140_operation_traits",
  up: (db, dialect) =>
    withoutCounting(db, dialect, async () => {
      const { schema } = db;
      for (const [name, kind] of [
        ["verifiesEffect", "change-contract"],
        ["createsCustomer", "create-customer"],
      ] as const) {
        await schema
          .alterTable("operations")
          .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
          .execute();
        await sql`update "operations" set ${sql.ref(name)} = 1 where "kind" = ${kind}`.execute(db);
      }
      await schema.dropIndex("operationsByOutcome").execute();
      await schema.alterTable("operations").dropColumn("outcome").execute();
      await schema
        .alterTable("operations")
        .addColumn("outcome", "text", (column) => {
          const generated = column.generatedAlwaysAs(outcomeOfRow);
          return dialect === "postgres" ? generated.stored() : generated;
        })
        .execute();
      await schema
        .createIndex("operationsByOutcome")
        .on("operations")
        .columns([...(listIndexes.operationsByOutcome ?? [])])
        .execute();
    }),
};
