import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import { attentionStart, markCondition } from "#server/bff/store/attention/handled.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { peopleOf } from "./operation-counts.ts";
import { createOperationList, createOperationScan } from "./operation-list.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

const keysAtOnce = 200;

/**
 * The plan and the term in a request, as one text. If this text is equal for two writes of a customer, both writes
 * request the same change.
 */
function changeText(table: string, dialect: DatabaseDialect) {
  const request = sql.ref(`${table}.request`);
  const memberText = (member: string) =>
    dialect === "postgres"
      ? sql`${request}::json ->> ${sql.lit(member)}`
      : sql`json_extract(${request}, ${sql.lit(`$.${member}`)})`;
  return sql<string>`coalesce('plan ' || (${memberText("plan")}), '') || coalesce('term ' || (${memberText("term")}), '')`;
}

/** Reads the recorded writes. */
export function createOperationReading(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    /**
     * Returns those customers in `customerIDs` that already belong to another write of the same kind and environment.
     */
    async claimedCustomers(
      { operationID, kind, environment }: Pick<StoredOperation, "operationID" | "kind" | "environment">,
      customerIDs: readonly string[],
    ): Promise<ReadonlySet<string>> {
      if (customerIDs.length === 0) return new Set();
      const rows = await db
        .selectFrom("operations")
        .select("customerID")
        .where("environment", "=", environment)
        .where("customerID", "in", [...customerIDs])
        .where("kind", "=", kind)
        .where("state", "in", ["accepted", "reconciled"])
        .where("operationID", "!=", operationID)
        .execute();
      return new Set(rows.flatMap(({ customerID }) => customerID ?? []));
    },
    /** The newest recorded names of these customers, or of the customers of these jobs. */
    async companyNamesOf(
      environment: Environment,
      what: "customerID" | "jobID",
      ids: readonly string[],
    ): Promise<{ id: string; companyName: string }[]> {
      if (ids.length === 0) return [];
      const wanted = sql.join(ids.map((id) => sql`(${id})`));
      const { rows } = await sql<{ id: string; companyName: string | null }>`
        with "wanted" ("id") as (values ${wanted})
        select "wanted"."id", (
          select "companyName" from "operations"
          where "environment" = ${environment} and ${sql.ref(what)} = "wanted"."id" and "companyName" is not null
          order by "createdAt" desc, "operationID" desc limit 1
        ) as "companyName" from "wanted"`.execute(db);
      return rows.flatMap(({ id, companyName }) => (companyName === null ? [] : { id, companyName }));
    },
    async find(environment: Environment, operationID: string): Promise<StoredOperation | null> {
      const row = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("operationID", "=", operationID)
        .executeTakeFirst();
      return row ? operationOfRow(row) : null;
    },
    /** The creation that was started with this key. */
    async findByKey(environment: Environment, idempotencyKey: string): Promise<StoredOperation | null> {
      const row = await db
        .selectFrom("operations")
        .selectAll()
        .where("environment", "=", environment)
        .where("idempotencyKey", "=", idempotencyKey)
        .executeTakeFirst();
      return row ? operationOfRow(row) : null;
    },
    /**
     * Creations with the same name and address that have created a customer or may still create one. `matchKeys`
     * identify the names and addresses.
     */
    async creationsLike(environment: Environment, matchKeys: readonly string[]): Promise<StoredOperation[]> {
      const found: StoredOperation[] = [];
      for (let at = 0; at < matchKeys.length; at += keysAtOnce) {
        const rows = await db
          .selectFrom("operations")
          .selectAll()
          .where("environment", "=", environment)
          .where("matchKey", "in", matchKeys.slice(at, at + keysAtOnce))
          .where(sql`"outcome"`, "in", ["waiting", "running", "unknown", "done"])
          .orderBy("createdAt")
          .execute();
        found.push(...rows.map(operationOfRow));
      }
      return found;
    },
    /**
     * Returns failed operations, newest first. `isHandled` selects operations that a person has marked as handled, or
     * operations that still need attention. Each operation has one of the given outcomes and belongs to no bulk change.
     * An operation is left out if a later operation repeats or undoes it, or if the same change of the same customer
     * was verified later.
     */
    async unsettledFailures(
      of: { environment: Environment; outcomes: readonly OperationOutcome[]; isHandled: boolean },
      limit: number,
    ): Promise<{ operations: StoredOperation[]; total: number }> {
      const { environment, outcomes, isHandled } = of;
      const open = db
        .selectFrom("operations")
        .where("environment", "=", environment)
        .where(sql`"outcome"`, "in", [...outcomes])
        .where("createdAt", ">=", attentionStart)
        .where("bulkID", "is", null)
        .where(
          markCondition("operations", {
            kind: sql<string>`case when "operations"."jobID" is null then 'failed-write' else 'failed-job' end`,
            itemID: sql.ref<string>("operations.operationID"),
            cause: sql<string>`''`,
            isHandled,
          }),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("operations as later")
                .select("later.operationID")
                .where("later.environment", "=", environment)
                .whereRef("later.againOf", "=", "operations.operationID"),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("operations as later")
                .select("later.operationID")
                .where("later.environment", "=", environment)
                .whereRef("later.customerID", "=", "operations.customerID")
                .whereRef("later.kind", "=", "operations.kind")
                .whereRef("later.createdAt", ">", "operations.createdAt")
                .where("later.confirmedAt", "is not", null)
                .where(sql<boolean>`${changeText("later", dialect)} = ${changeText("operations", dialect)}`),
            ),
          ),
        );
      const [rows, { total }] = await Promise.all([
        open.selectAll().orderBy("createdAt", "desc").orderBy("operationID", "desc").limit(limit).execute(),
        open.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow(),
      ]);
      return { operations: rows.map(operationOfRow), total: Number(total) };
    },
    /** Lists operations, newest first. */
    list: createOperationList(db, dialect),
    read: createOperationScan(db),
    /** The people and API clients that have made operations. */
    peopleOf: (environment: Environment): ReturnType<typeof peopleOf> => peopleOf(db, environment),
  };
}
