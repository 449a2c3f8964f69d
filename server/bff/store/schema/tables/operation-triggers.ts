import { sql } from "kysely";
import { computedByTrigger } from "#server/database/catalog.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/**
 * The rules of lib/contract/operation-outcome.ts as an SQL expression for one row. `of` is the prefix of the column
 * names. A test checks that the SQL and the TypeScript code return the same result for every case.
 */
export const outcomeOf = (of: string) => `case
  when ${of}"state" = 'recorded' then 'waiting'
  when ${of}"state" = 'sent' then 'running'
  when ${of}"state" = 'unknown' then 'unknown'
  when ${of}"state" = 'rejected' and ${of}"rejectedBy" = 'console' then 'prevented'
  when ${of}"state" = 'rejected' and ${of}"rejectedBy" = 'api' and ${of}"sentAt" is not null then 'refused'
  when ${of}"state" = 'rejected' then 'failed'
  when ${of}"jobState" = 'vanished' and ${of}"verifiesEffect" = 1 and ${of}"confirmedAt" is not null then 'done'
  when ${of}"jobState" in ('failed', 'cancelled', 'vanished') then 'failed'
  when ${of}"jobState" <> 'succeeded' then 'running'
  when ${of}"jobState" is null and ${of}"jobID" is not null then 'running'
  when ${of}"verifiesEffect" = 1 and ${of}"confirmedAt" is not null then 'done'
  when ${of}"effect" = 'awaited' then 'running'
  when ${of}"effect" = 'not-seen' then 'unknown'
  when ${of}"effect" = 'superseded' then 'superseded'
  else 'done'
end`;

/** The length of a period of `operationCounts`, in milliseconds. */
export const periodMs = 10 * 86_400_000;
/** The period that stands for all time. */
export const allTime = -1;

const counted = ["environment", "outcome", "state", "staffID", "kind"] as const;
const countColumns = [...counted, "inBulk", "period"].map((name) => `"${name}"`).join(", ");

/** Each operation is counted in two periods: the period of its creation, and all time. `row` is the row's alias. */
const countsOf = (row: string) =>
  [`${row}."createdAt" / ${periodMs}`, `${allTime}`].map(
    (period) =>
      `${counted.map((name) => `${row}."${name}"`).join(", ")}, case when ${row}."bulkID" is null then 0 else 1 end, ${period}`,
  );

const subject = ["environment", "customerID", "companyKey"] as const;
const subjectColumns = subject.map((name) => `"${name}"`).join(", ");
const subjectOf = (row: string) =>
  `${row}."environment", coalesce(${row}."customerID", ''), coalesce(${row}."companyKey", '')`;

/** SQL that is true if an update changes one of these columns. */
const isMoved = (names: readonly string[]) => names.map((name) => `old."${name}" is not new."${name}"`).join(" or ");

const addCount = (row: string, by: 1 | -1) => `
  insert into "operationCounts" (${countColumns}, "total")
  values ${countsOf(row)
    .map((values) => `(${values}, ${by})`)
    .join(", ")}
  on conflict (${countColumns}) do update set "total" = "operationCounts"."total" + excluded."total";`;

const addSubject = (row: string, by: 1 | -1) => `
  insert into "operationSubjects" (${subjectColumns}, "total") values (${subjectOf(row)}, ${by})
  on conflict (${subjectColumns}) do update set "total" = "operationSubjects"."total" + excluded."total";`;

const removeSubject = (row: string) => `${addSubject(row, -1)}
  delete from "operationSubjects" where (${subjectColumns}) = (${subjectOf(row)}) and "total" = 0;`;

const sqliteTriggers = [
  `create trigger "operationsCountAdded" after insert on "operations" begin ${addCount("new", 1)} end`,
  `create trigger "operationsCountRemoved" after delete on "operations" begin ${addCount("old", -1)} end`,
  `create trigger "operationsCountMoved" after update on "operations" when ${isMoved([...counted, "bulkID"])}
    begin ${addCount("old", -1)} ${addCount("new", 1)} end`,
  `create trigger "operationsSubjectAdded" after insert on "operations" begin ${addSubject("new", 1)} end`,
  `create trigger "operationsSubjectRemoved" after delete on "operations" begin ${removeSubject("old")} end`,
  `create trigger "operationsSubjectMoved" after update on "operations" when ${isMoved(subject)}
    begin ${addSubject("new", 1)} ${removeSubject("old")} end`,
];

interface Counting {
  table: string;
  columns: string;
  /** The start of the names of the functions and of the triggers. */
  functions: string;
  triggers: string;
  /** SQL for the values of `columns` in each count to which an operation of `rows` belongs. */
  valuesOf: (rows: string) => readonly string[];
  /** SQL that runs after a statement that has removed operations from a count. */
  afterRemoval: string;
}

/**
 * Triggers that run once per statement, for any number of changed operations. They change the counts in a fixed order.
 * Otherwise two transactions could deadlock if they change the same counts in opposite order.
 */
function statementTriggers({ table, columns, functions, triggers, valuesOf, afterRemoval }: Counting): string[] {
  const changedBy = (rows: string, by: 1 | -1) =>
    valuesOf(rows)
      .map((values) => `select ${values}, ${by} from ${rows}`)
      .join(" union all ");
  const [comes, goes] = [changedBy("added", 1), changedBy("removed", -1)];
  const events = [
    ["insert", "new table as added", comes, ""],
    ["delete", "old table as removed", goes, afterRemoval],
    ["update", "new table as added old table as removed", `${comes} union all ${goes}`, afterRemoval],
  ] as const;
  return events.flatMap(([event, tables, changes, after]) => [
    `create function "${functions}_${event}"() returns trigger language plpgsql as $$ begin
      insert into "${table}" (${columns}, "total")
      select ${columns}, sum("change") from (${changes}) as changes (${columns}, "change")
      group by ${columns} having sum("change") <> 0 order by ${columns}
      on conflict (${columns}) do update set "total" = "${table}"."total" + excluded."total";
      ${after}
      return null;
    end $$`,
    `create trigger "${triggers}_${event}" after ${event} on "operations" referencing ${tables}
      for each statement execute function "${functions}_${event}"()`,
  ]);
}

const postgresTriggers = [
  // The outcome is a trigger's column, because a change of a generated column's expression rewrites the whole table.
  `create function "outcomeOfOperation"() returns trigger language plpgsql as $$ begin new."outcome" := ${outcomeOf("new.")}; return new; end $$`,
  `create trigger "operationsOutcome" before insert or update on "operations"
    for each row execute function "outcomeOfOperation"()`,
  // The comment marks the column as computed, so that backups leave it out like a generated column.
  `comment on column "operations"."outcome" is '${computedByTrigger}'`,
  // Triggers run in the order of their names, so the counts are always changed before the subjects.
  ...statementTriggers({
    table: "operationCounts",
    columns: countColumns,
    functions: "countOperations",
    triggers: "operationsCount",
    valuesOf: countsOf,
    afterRemoval: "",
  }),
  ...statementTriggers({
    table: "operationSubjects",
    columns: subjectColumns,
    functions: "countSubjects",
    triggers: "operationsSubject",
    valuesOf: (rows) => [subjectOf(rows)],
    afterRemoval: `if found then
      delete from "operationSubjects" as subjects using "removed"
      where (subjects."environment", subjects."customerID", subjects."companyKey") = (${subjectOf("removed")})
        and subjects."total" = 0;
    end if;`,
  }),
];

/**
 * Creates the triggers that compute the outcome (on PostgreSQL) and that write `operationCounts` and
 * `operationSubjects`. A migration that changes the outcome of rows must also count these rows again. On SQLite, the
 * outcome column cannot be replaced while the counting triggers exist.
 */
export async function createOperationTriggers(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  for (const statement of dialect === "sqlite" ? sqliteTriggers : postgresTriggers) {
    await sql.raw(statement).execute(db);
  }
}
