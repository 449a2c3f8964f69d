import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** Records to which the console gives an ID. */
export type RecordKind = "operation" | "bulk" | "import" | "planned";

const columns: readonly (readonly [kind: RecordKind, table: keyof ConsoleSchema & string, column: string])[] = [
  ["operation", "operations", "operationID"],
  ["bulk", "bulks", "bulkID"],
  ["import", "imports", "importID"],
  ["planned", "plannedChanges", "plannedChangeID"],
];

/** Finds the console's own records by the beginning of their ID. */
export function createRecordIDStore(db: Kysely<ConsoleSchema>) {
  return {
    /**
     * The records whose ID begins with `head` and ends with `tail`, at most `limit` records of each kind. IDs are in
     * lower case.
     */
    async like(
      environment: Environment,
      { head, tail = "" }: { head: string; tail?: string },
      limit: number,
    ): Promise<{ kind: RecordKind; id: string }[]> {
      const found = await Promise.all(
        columns.map(async ([kind, table, column]) => {
          // A range condition, so that the database uses the index of the primary key. `g` sorts after all hexadecimal
          // digits.
          const { rows } = await sql<{ id: string }>`
            select ${sql.ref(column)} as "id" from ${sql.table(table)}
            where ${sql.ref(column)} >= ${head} and ${sql.ref(column)} < ${`${head}g`}
              and ${sql.ref(column)} like ${`${head}%${tail}`} and "environment" = ${environment}
            order by ${sql.ref(column)} limit ${limit}`.execute(db);
          return rows.map(({ id }) => ({ kind, id }));
        }),
      );
      return found.flat();
    },
  };
}
