import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** `phaseOf` and `outcomeOf` of lib/operation-outcome.ts, said of a row: a test compares them in every case. */
const outcomeOfRow = sql`case
  when "state" in ('recorded', 'sent') then 'running'
  when "state" in ('unknown', 'rejected') then 'needs-look'
  when "jobState" in ('failed', 'cancelled', 'vanished') then 'needs-look'
  when "jobState" = 'succeeded' then 'done'
  when "jobState" is not null or "jobID" is not null then 'running'
  else 'done'
end`;

/**
 * The outcome of a write as a column that the database reckons from the others, so that nothing that changes a
 * write can forget it. The job's state gets a column of its own before: Postgres refuses to look into JSON that
 * holds what an API may well send, such as `\u0000`.
 */
export const outcomeMigration: Migration = {
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
        const generated = column.generatedAlwaysAs(outcomeOfRow);
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
