import { type Kysely, sql } from "kysely";
import { listOf } from "#server/bff/store/one-or-more.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { Migration } from "#server/database/migrate.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { OperationFilter } from "./operation-filter.ts";

const maxPeople = 200;
const periodMs = 10 * 86_400_000;
export const allTime = -1;

const sorts = ["environment", "outcome", "state", "staffID", "kind", "inBulk"] as const;
const columns = [...sorts, "period"].map((name) => `"${name}"`).join(", ");

/** SQL for the values of the columns `sorts`. `row` is the alias of the row. */
const sortOf = (row: string) =>
  sorts
    .map((name) => (name === "inBulk" ? `case when ${row}."bulkID" is null then 0 else 1 end` : `${row}."${name}"`))
    .join(", ");

const isMoved = (differs: string) =>
  sorts
    .map((name) => (name === "inBulk" ? "bulkID" : name))
    .map((name) => `old."${name}" ${differs} new."${name}"`)
    .join(" or ");

/** Each operation is counted in two periods: the period of its creation, and all time. */
const periodsOf = (row: string) => [`${row}."createdAt" / ${periodMs}`, `${allTime}`];

const addOf = (row: string, by: 1 | -1) => `
  insert into "operationCounts" (${columns}, "total")
  values ${periodsOf(row)
    .map((period) => `(${sortOf(row)}, ${period}, ${by})`)
    .join(", ")}
  on conflict (${columns}) do update set "total" = "operationCounts"."total" + excluded."total";`;

const sqliteTriggers = [
  `create trigger "operationsCountAdded" after insert on "operations" begin ${addOf("new", 1)} end`,
  `create trigger "operationsCountRemoved" after delete on "operations" begin ${addOf("old", -1)} end`,
  `create trigger "operationsCountMoved" after update on "operations" when ${isMoved("is not")}
    begin ${addOf("old", -1)} ${addOf("new", 1)} end`,
];

const changedBy = (rows: string, by: 1 | -1) =>
  periodsOf(rows)
    .map((period) => `select ${sortOf(rows)}, ${period}, ${by} from ${rows}`)
    .join(" union all ");

/**
 * A trigger that runs once per statement, for any number of changed operations. It changes the counts in a fixed order.
 * Otherwise two transactions could deadlock if they change the same counts in opposite order.
 */
const postgresTrigger = (event: "insert" | "delete" | "update", tables: string, changes: string) => [
  `create function "countOperations_${event}"() returns trigger language plpgsql as $$ begin
    insert into "operationCounts" (${columns}, "total")
    select ${columns}, sum("change") from (${changes}) as changes (${columns}, "change")
    group by ${columns} having sum("change") <> 0 order by ${columns}
    on conflict (${columns}) do update set "total" = "operationCounts"."total" + excluded."total";
    return null;
  end $$`,
  `create trigger "operationsCount_${event}" after ${event} on "operations" referencing ${tables}
    for each statement execute function "countOperations_${event}"()`,
];

const [comes, goes] = [changedBy("added", 1), changedBy("removed", -1)];

const postgresTriggers = [
  ...postgresTrigger("insert", "new table as added", comes),
  ...postgresTrigger("delete", "old table as removed", goes),
  ...postgresTrigger("update", "new table as added old table as removed", `${comes} union all ${goes}`),
];

const triggerNames = {
  sqlite: ["operationsCountAdded", "operationsCountRemoved", "operationsCountMoved"],
  postgres: ["operationsCount_insert", "operationsCount_delete", "operationsCount_update"],
};

/**
 * Changes the table of operations while its counting triggers are dropped. A column that the triggers use cannot be
 * replaced while the triggers exist. Call this inside a migration's transaction, and only if the change affects no
 * counted column of any row.
 */
// biome-ignore lint/suspicious/noExplicitAny: a migration uses the schema at its time, for which no type exists
export async function withoutCounting(db: Kysely<any>, dialect: DatabaseDialect, change: () => Promise<void>) {
  const on = dialect === "postgres" ? sql` on "operations"` : sql``;
  for (const name of triggerNames[dialect]) await sql`drop trigger ${sql.ref(name)}${on}`.execute(db);
  await change();
  const triggers = dialect === "sqlite" ? sqliteTriggers : postgresTriggers;
  for (const statement of triggers) if (statement.startsWith("create trigger")) await sql.raw(statement).execute(db);
}

/** The indexes that let a list skip to a page without reading the rows of earlier pages. */
export const listIndexes: Readonly<Record<string, readonly string[]>> = {
  // The column `bulkID` serves lists that exclude bulk changes.
  operationsByCreation: ["environment", "createdAt", "operationID", "bulkID"],
  operationsByStaff: ["environment", "staffID", "createdAt", "operationID"],
  operationsByCustomer: ["environment", "customerID", "createdAt", "operationID"],
  operationsByKind: ["environment", "kind", "createdAt", "operationID"],
  operationsByJob: ["environment", "jobID", "createdAt", "operationID"],
  operationsByOutcome: ["environment", "outcome", "createdAt", "operationID", "staffID", "kind", "bulkID"],
};

/**
 * Indexes like `listIndexes`, for columns that few operations have. These indexes also contain the creation time.
 * Without the creation time, SQLite would read and sort all operations.
 */
const rareIndexes: Readonly<Record<string, readonly [rare: string, ...others: string[]]>> = {
  operationsByAgain: ["againOf", "environment", "createdAt", "operationID"],
  operationsByBulk: ["bulkID", "environment", "createdAt", "operationID"],
};

/**
 * Adds the counts of operations. A later migration that changes the outcome column must first drop these triggers,
 * because the column cannot be replaced while the triggers exist. After that, the later migration must count all
 * operations again.
 */
export const operationCountMigration: Migration = {
  name: "0111_operation_counts",
  async up(db, dialect) {
    await db.schema
      .createTable("operationCounts")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("inBulk", "integer", (column) => column.notNull())
      .addColumn("period", "integer", (column) => column.notNull())
      .addColumn("total", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("operationCountsKey", [...sorts, "period"])
      .execute();
    // The triggers must exist before the rows are counted. On PostgreSQL, creating the triggers blocks all other writes
    // to operations until this transaction ends.
    for (const statement of dialect === "sqlite" ? sqliteTriggers : postgresTriggers)
      await sql.raw(statement).execute(db);
    const counting = periodsOf('"operations"').map(
      (period) => `insert into "operationCounts" (${columns}, "total")
        select ${sortOf('"operations"')}, ${period}, count(*) from "operations" group by 1, 2, 3, 4, 5, 6, 7`,
    );
    for (const statement of counting) await sql.raw(statement).execute(db);
    const indexes = Object.entries({ ...listIndexes, ...rareIndexes });
    for (const [name, parts] of indexes) {
      await db.schema.dropIndex(name).execute();
      const index = db.schema
        .createIndex(name)
        .on("operations")
        .columns([...parts]);
      const rare = rareIndexes[name]?.[0];
      await (rare === undefined ? index : index.where(sql.ref(rare), "is not", null)).execute();
    }
  },
};

type Countable = Pick<OperationFilter, "environment" | "staffID" | "states" | "outcomes" | "kind" | "withoutBulk">;

function countsOf(db: Kysely<ConsoleSchema>, { environment, staffID, states, outcomes, kind, withoutBulk }: Countable) {
  let counts = db.selectFrom("operationCounts").where("environment", "=", environment);
  if (staffID !== undefined) counts = counts.where("staffID", "in", listOf(staffID));
  if (states !== undefined) counts = counts.where("state", "in", [...states]);
  if (outcomes !== undefined) counts = counts.where("outcome", "in", [...outcomes]);
  if (kind !== undefined) counts = counts.where("kind", "in", listOf(kind));
  if (withoutBulk) counts = counts.where("inBulk", "=", 0);
  return counts.select((builder) => builder.fn.sum<number | null>("total").as("total"));
}

/** The number of operations that match a filter. The stored counts must be able to answer the filter. */
export async function countOperations(db: Kysely<ConsoleSchema>, of: Countable): Promise<number> {
  const { total } = await countsOf(db, of).where("period", "=", allTime).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * The complete periods between two times. `first` is the number of the first complete period, and `end` is the number
 * after the last complete period. `beginMs` and `endMs` are the times when these two periods begin. Null if there is no
 * complete period.
 */
export function wholePeriods({ sinceMs, untilMs }: Pick<OperationFilter, "sinceMs" | "untilMs">) {
  const first = sinceMs === undefined ? 0 : Math.ceil(sinceMs / periodMs);
  const end = untilMs === undefined ? undefined : Math.floor(untilMs / periodMs);
  if (end !== undefined && end <= first) return null;
  return { first, end, beginMs: first * periodMs, endMs: end === undefined ? undefined : end * periodMs };
}

/** The number of operations in these periods. */
export async function countPeriods(
  db: Kysely<ConsoleSchema>,
  of: Countable,
  { first, end }: { first: number; end: number | undefined },
): Promise<number> {
  let counts = countsOf(db, of).where("period", "!=", allTime).where("period", ">=", first);
  if (end !== undefined) counts = counts.where("period", "<", end);
  const { total } = await counts.executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * Finds the start of a page in a list that is sorted newest first. Complete periods are skipped by their counts, so
 * their rows are not read. Returns the end of a period (`beforeMs`) and a new `offset`: the page starts after the
 * newest `offset` operations before `beforeMs`.
 */
export async function skipCountedPeriods(
  db: Kysely<ConsoleSchema>,
  of: Countable,
  offset: number,
): Promise<{ beforeMs: number; offset: number }> {
  const periods = await countsOf(db, of)
    .select("period")
    .where("period", "!=", allTime)
    .groupBy("period")
    .orderBy("period", "desc")
    .execute();
  let left = offset;
  for (const { period, total } of periods) {
    const here = Number(total ?? 0);
    if (left < here) return { beforeMs: (period + 1) * periodMs, offset: left };
    left -= here;
  }
  return { beforeMs: 0, offset: left };
}

/**
 * The people and API clients that have made operations. People are sorted by e-mail address, API clients by ID. For an
 * API client, `email` contains its name. The number is limited, because the result is a list to choose from.
 */
export async function peopleOf(
  db: Kysely<ConsoleSchema>,
  environment: string,
): Promise<{ staffID: string; email: string; name: string }[]> {
  const rows = await db
    .selectFrom("operationCounts")
    .innerJoin("staff", "staff.staffID", "operationCounts.staffID")
    .select(["staff.staffID", "staff.email", "staff.name", "staff.kind"])
    .distinct()
    .where("environment", "=", environment)
    .where("period", "=", allTime)
    .where("total", ">", 0)
    .orderBy("staff.email")
    .limit(maxPeople)
    .execute();
  return rows.map(({ staffID, email, name, kind }) => ({ staffID, email: kind === "client" ? name : email, name }));
}
