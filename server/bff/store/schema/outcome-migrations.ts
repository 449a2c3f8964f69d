import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

const firstOutcomeOfRow = sql`case
  when "state" in ('recorded', 'sent') then 'running'
  when "state" in ('unknown', 'rejected') then 'needs-look'
  when "jobState" in ('failed', 'cancelled', 'vanished') then 'needs-look'
  when "jobState" = 'succeeded' then 'done'
  when "jobState" is not null or "jobID" is not null then 'running'
  else 'done'
end`;

/**
 * Stores the outcome of a write in a column. The database computes it from other columns, so the outcome is always up
 * to date. First, the state of the job gets its own column, because PostgreSQL cannot read it from JSON that contains
 * `\u0000`. An API may send such JSON.
 */
export const firstOutcomeMigration: Migration = {
  name: "0080_operation_outcomes",
  async up(db, dialect) {
    const { schema } = db;
    await schema.alterTable("operations").addColumn("jobState", "text").execute();
    // Inside a JSON string, every quote has a backslash before it. So these patterns match only members, never values.
    const isLike = (pattern: string, state: string) => sql`when "job" like ${sql.lit(pattern)} then ${sql.lit(state)}`;
    const states = ["queued", "running", "succeeded", "failed", "cancelled", "unknown"];
    const branches = [
      isLike('%"vanished":true%', "vanished"),
      ...states.map((state) => isLike(`{"state":"${state}",%`, state)),
    ];
    await sql`update "operations" set "jobState" = case ${sql.join(branches, sql` `)} end`.execute(db);
    await schema
      .alterTable("operations")
      .addColumn("outcome", "text", (column) => {
        const generated = column.generatedAlwaysAs(firstOutcomeOfRow);
        // SQLite cannot add a stored generated column to an existing table. The column is computed at each read, but
        // the index stores its values.
        return dialect === "postgres" ? generated.stored() : generated;
      })
      .execute();
    await schema
      .createIndex("operationsByOutcome")
      .on("operations")
      // The last three columns are for additional filters. They let the database find operations that need attention
      // without reading the rows.
      .columns(["environment", "outcome", "createdAt", "staffID", "kind", "bulkID"])
      .execute();
  },
};

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
  when "jobState" = 'vanished' and "kind" = 'change-contract' and "confirmedAt" is not null then 'done'
  when "jobState" in ('failed', 'cancelled', 'vanished') then 'failed'
  when "jobState" = 'succeeded' then 'done'
  when "jobState" is not null or "jobID" is not null then 'running'
  else 'done'
end`;

/**
 * Replaces the original three outcomes with the outcomes of lib/contract/operation-outcome.ts. Adds a column for who
 * rejected a write, because SQL cannot easily read this from the problem, which is JSON.
 */
export const outcomeMigration: Migration = {
  name: "0090_outcome_model",
  async up(db, dialect) {
    const { schema } = db;
    await schema.dropIndex("operationsByOutcome").execute();
    await schema.alterTable("operations").dropColumn("outcome").execute();
    await schema.alterTable("operations").addColumn("rejectedBy", "text").execute();
    const own = ["contract_changed", "customer_busy", "same_creation", "not_found", "customer_not_found_within_bound"];
    // Inside a JSON string, every quote has a backslash before it. So these patterns match only members, never values.
    const hasCode = (code: string) => sql`"problem" like ${sql.lit(`%"code":"${code}"%`)}`;
    await sql`update "operations" set "rejectedBy" = case
      when ${hasCode("upstream_refused")} then 'api'
      when (${sql.join(own.map(hasCode), sql` or `)}) and "problem" not like '%"upstreamStatus":%' then 'console'
      else 'fault'
    end where "state" = 'rejected'`.execute(db);
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
      .columns(["environment", "outcome", "createdAt", "staffID", "kind", "bulkID"])
      .execute();
  },
};
