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
 * The outcome of a write as a column that the database computes from the others, so that nothing that changes a
 * write can forget it. The job's state gets a column of its own before: Postgres refuses to look into JSON that
 * holds what an API may well send, such as `\u0000`.
 */
export const firstOutcomeMigration: Migration = {
  name: "0080_operation_outcomes",
  async up(db, dialect) {
    const { schema } = db;
    await schema.alterTable("operations").addColumn("jobState", "text").execute();
    // Inside a string of JSON a quote has a backslash before it, so these are found as members alone.
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
        // To a table that is there already SQLite adds none that are stored; an index holds it all the same.
        return dialect === "postgres" ? generated.stored() : generated;
      })
      .execute();
    await schema
      .createIndex("operationsByOutcome")
      .on("operations")
      // The last three narrow the list further: what needs a look is found without reading its rows.
      .columns(["environment", "outcome", "createdAt", "staffID", "kind", "bulkID"])
      .execute();
  },
};

/** lib/contract/operation-outcome.ts, said of a row: a test compares them in every case. */
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
 * The outcomes of lib/contract/operation-outcome.ts in place of the first three. Who rejected a write gets a column
 * of its own, as the job's state did: its problem is JSON.
 */
export const outcomeMigration: Migration = {
  name: "0090_outcome_model",
  async up(db, dialect) {
    const { schema } = db;
    await schema.dropIndex("operationsByOutcome").execute();
    await schema.alterTable("operations").dropColumn("outcome").execute();
    await schema.alterTable("operations").addColumn("rejectedBy", "text").execute();
    const own = ["contract_changed", "customer_busy", "same_creation", "not_found", "customer_not_found_within_bound"];
    // Inside a string of JSON a quote has a backslash before it, so these are found as members alone.
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
