import { sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { Migration } from "#server/database/migrate.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

const parts = ["environment", "customerID", "companyKey"] as const;
const columns = parts.map((name) => `"${name}"`).join(", ");

const subjectOf = (row: string) =>
  `${row}."environment", coalesce(${row}."customerID", ''), coalesce(${row}."companyKey", '')`;

const addOf = (row: string, by: 1 | -1) => `
  insert into "operationSubjects" (${columns}, "total") values (${subjectOf(row)}, ${by})
  on conflict (${columns}) do update set "total" = "operationSubjects"."total" + excluded."total";`;

const removeOf = (row: string) => `${addOf(row, -1)}
  delete from "operationSubjects" where (${columns}) = (${subjectOf(row)}) and "total" = 0;`;

const isMoved = parts.map((name) => `old."${name}" is not new."${name}"`).join(" or ");

const sqliteTriggers = [
  `create trigger "operationsSubjectAdded" after insert on "operations" begin ${addOf("new", 1)} end`,
  `create trigger "operationsSubjectRemoved" after delete on "operations" begin ${removeOf("old")} end`,
  `create trigger "operationsSubjectMoved" after update on "operations" when ${isMoved}
    begin ${addOf("new", 1)} ${removeOf("old")} end`,
];

const changedBy = (rows: string, by: 1 | -1) => `select ${subjectOf(rows)}, ${by} from ${rows}`;

/**
 * A trigger that runs once per statement. It changes the subjects in a fixed order, so that two transactions cannot
 * deadlock. Triggers run in the order of their names. The names of these triggers make them run after the counting
 * triggers (operation-counts.ts).
 */
const postgresTrigger = (event: "insert" | "delete" | "update", tables: string, changes: string) => [
  `create function "countSubjects_${event}"() returns trigger language plpgsql as $$ begin
    insert into "operationSubjects" (${columns}, "total")
    select ${columns}, sum("change") from (${changes}) as changes (${columns}, "change")
    group by ${columns} having sum("change") <> 0 order by ${columns}
    on conflict (${columns}) do update set "total" = "operationSubjects"."total" + excluded."total";
    ${
      event === "insert"
        ? ""
        : `if found then
      delete from "operationSubjects" as subjects using "removed"
      where (subjects."environment", subjects."customerID", subjects."companyKey") = (${subjectOf("removed")})
        and subjects."total" = 0;
    end if;`
    }
    return null;
  end $$`,
  `create trigger "operationsSubject_${event}" after ${event} on "operations" referencing ${tables}
    for each statement execute function "countSubjects_${event}"()`,
];

const [comes, goes] = [changedBy("added", 1), changedBy("removed", -1)];

const postgresTriggers = [
  ...postgresTrigger("insert", "new table as added", comes),
  ...postgresTrigger("delete", "old table as removed", goes),
  ...postgresTrigger("update", "new table as added old table as removed", `${comes} union all ${goes}`),
];

const triggers: Record<DatabaseDialect, readonly string[]> = { sqlite: sqliteTriggers, postgres: postgresTriggers };

/**
 * Adds the table of subjects: the ID and the name of each customer that has operations. A search compares its text with
 * these rows first, because there are far fewer names than operations. Only triggers write this table. So earlier
 * versions of the console also keep the table up to date, although these versions do not know it.
 */
export const operationSubjectsMigration: Migration = {
  name: "0330_operation_subjects",
  async up(db, dialect) {
    await db.schema
      .createTable("operationSubjects")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("customerID", "text", (column) => column.notNull())
      .addColumn("companyKey", "text", (column) => column.notNull())
      .addColumn("total", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("operationSubjectsKey", [...parts])
      .execute();
    for (const statement of triggers[dialect]) await sql.raw(statement).execute(db);
  },
};

const rowsAtOnce = 5_000;

/**
 * Where a batch begins: the environment and the last customer of the previous batch. The customer is null in the first
 * batch of an environment, which counts the operations without a customer.
 */
type Position = [environment: Environment, customerID: string | null];

/**
 * Counts operations that existed before the triggers, customer by customer. No other transaction can change the counts
 * while a batch is counted. Every transaction that changes operations also changes the counts. So the batch sees either
 * all changes of such a transaction or none.
 */
export const fillSubjectsMigration: Migration = {
  name: "0331_fill_operation_subjects",
  async backfill(db, dialect, after) {
    const [environment, customerID]: Position = after === null ? [environments[0], null] : JSON.parse(after);
    if (dialect === "postgres") await sql`lock table "operationSubjects" in share row exclusive mode`.execute(db);
    let last: string | undefined;
    if (customerID !== null) {
      const { rows } = await sql<{ customerID: string }>`
        select "customerID" from "operations" where "environment" = ${environment} and "customerID" > ${customerID}
        order by "customerID" limit 1 offset ${sql.lit(rowsAtOnce - 1)}`.execute(db);
      last = rows[0]?.customerID;
    }
    const upTo = last === undefined ? sql`` : sql`and "customerID" <= ${last}`;
    const range = customerID === null ? sql`"customerID" = ''` : sql`"customerID" > ${customerID} ${upTo}`;
    const isUnknown = customerID === null ? sql`or "customerID" is null` : sql``;
    await sql`delete from "operationSubjects" where "environment" = ${environment} and ${range}`.execute(db);
    const { numAffectedRows } = await sql`
      insert into "operationSubjects" (${sql.raw(columns)}, "total")
      select ${sql.raw(subjectOf('"operations"'))}, count(*) from "operations"
      where "environment" = ${environment} and (${range} ${isUnknown}) group by 1, 2, 3`.execute(db);
    return { rows: Number(numAffectedRows ?? 0), last: nextOf([environment, customerID], last) };
  },
};

function nextOf([environment, customerID]: Position, last: string | undefined): string | null {
  if (customerID === null) return JSON.stringify([environment, ""] satisfies Position);
  if (last !== undefined) return JSON.stringify([environment, last] satisfies Position);
  const next = environments[environments.indexOf(environment) + 1];
  return next === undefined ? null : JSON.stringify([next, null] satisfies Position);
}

/**
 * Adds an index for finding IDs by their beginning. On PostgreSQL, an index in the default collation cannot do this.
 */
export const operationIDStartMigration: Migration = {
  name: "0332_operations_by_id_start",
  index: { name: "operationsByIDStart", table: "operations", columns: ["operationID"], isByStart: true },
};

/**
 * Adds an index for the counts of all time. Most lists need only these counts. There are far more counts of periods.
 */
export const countsByPeriodMigration: Migration = {
  name: "0333_counts_by_period",
  index: { name: "operationCountsByPeriod", table: "operationCounts", columns: ["environment", "period"] },
};
