import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createErasures, inLockOrder, lockRecord } from "./erasures.ts";
import { createJSONRows } from "./json-rows.ts";
import type { ReadingTimes } from "./timeline.ts";

/** A telephone number in an answer of the API. */
export interface SeenNumber {
  number: string;
  customerID: string | undefined;
  /** The position in the API's list, from 0. */
  row: number;
  times: ReadingTimes;
}

/** A number as the newest API answer showed it. Times are milliseconds since 1970. */
export interface KnownNumber {
  number: string;
  customerID: string | undefined;
  row: number;
  /** `since`: when an API answer first showed the number with this customer. `seenAt`: when an API answer last did. */
  since: number;
  seenAt: number;
}

const columns = [
  ["number", "text"],
  ["reversedDigits", "text"],
  ["customerID", "text"],
  ["customerKey", "text"],
  ["row", "bigint"],
  ["sinceSentAt", "bigint"],
  ["sinceAnsweredAt", "bigint"],
  ["sentAt", "bigint"],
  ["seenAt", "bigint"],
] as const;

const reversedDigits = (number: string) => [...number.replace(/\D/g, "")].reverse().join("");

const view = ({
  number,
  customerID,
  row,
  sinceAnsweredAt: since,
  seenAt,
}: {
  number: string;
  customerID: string | null;
  row: number;
  sinceAnsweredAt: number;
  seenAt: number;
}): KnownNumber => ({ number, customerID: customerID ?? undefined, row, since, seenAt });

/** The store of telephone numbers from answers of the API. Database errors are passed on unchanged. */
export function createKnownNumberStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const { names, from } = createJSONRows(dialect, columns);
  const erasures = createErasures(db, dialect);
  const known = (environment: Environment) =>
    db
      .selectFrom("knownNumbers")
      .select(["number", "customerID", "row", "sinceAnsweredAt", "seenAt"])
      .where("environment", "=", environment);
  return {
    /**
     * Stores numbers of one environment. If the customer of a number has changed, the previous customer is stored as an
     * earlier owner. An API answer is ignored if its request was sent before the stored answer arrived. Numbers of
     * erased customers are ignored too.
     */
    record: (environment: Environment, numbers: readonly SeenNumber[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        if (numbers.length === 0) return;
        const owners = new Set(
          numbers.flatMap(({ customerID }) => (customerID === undefined ? [] : idKey(customerID))),
        );
        const start = await lockRecord(transaction, dialect, environment, {
          nowMs: Math.min(...numbers.map(({ times }) => times.sentAt)),
          lock: "share",
        });
        const erased = new Set(await erasures.among(transaction, environment, [...owners], start));
        const kept = numbers.filter(({ customerID }) => customerID === undefined || !erased.has(idKey(customerID)));
        // An API may list a number with several customers. The last one is stored as the owner, the others as earlier
        // owners.
        const sorted = kept.toSorted((a, b) => a.times.answeredAt - b.times.answeredAt);
        const byNumber = new Map(sorted.map((seen) => [seen.number, seen]));
        const others = sorted.filter(({ number, customerID }) => {
          const owner = byNumber.get(number)?.customerID;
          return customerID !== undefined && (owner === undefined || idKey(owner) !== idKey(customerID));
        });
        const keys = inLockOrder(byNumber);
        if (keys.length === 0) return;
        const query = transaction
          .selectFrom("knownNumbers")
          .selectAll()
          .where("environment", "=", environment)
          .where("number", "in", keys)
          .orderBy("number");
        const rows = await (dialect === "postgres" ? query.forUpdate() : query).execute();
        const stored = new Map(rows.map((row) => [row.number, row]));
        const changed = keys.flatMap((number) => {
          const { customerID = null, row, times } = byNumber.get(number) as SeenNumber;
          const before = stored.get(number);
          if (before && times.sentAt < before.seenAt) return [];
          const customerKey = customerID === null ? null : idKey(customerID);
          const isSame = before?.customerKey === customerKey;
          return {
            number,
            reversedDigits: reversedDigits(number),
            customerID,
            customerKey,
            row,
            sinceSentAt: isSame ? before.sinceSentAt : times.sentAt,
            sinceAnsweredAt: isSame ? before.sinceAnsweredAt : times.answeredAt,
            sentAt: times.sentAt,
            seenAt: times.answeredAt,
          };
        });
        if (changed.length === 0) return;
        const values = names.slice(1).map((name) => sql`${name} = excluded.${name}`);
        await sql`
          insert into "knownNumbers" ("environment", ${sql.join(names)})
          select cast(${environment} as text), ${sql.join(names)} from (${from(changed)}) as "seen" where true
          on conflict ("environment", "number") do update set ${sql.join(values)}
          where excluded."seenAt" > "knownNumbers"."seenAt"`.execute(transaction);
        const ended = changed.flatMap(({ number, customerKey }) => {
          const before = stored.get(number);
          if (!before || before.customerKey === customerKey) return [];
          const { reversedDigits: _, row: _row, seenAt: answeredAt, ...owner } = before;
          return { ...owner, answeredAt };
        });
        const shared = others.flatMap(({ number, customerID, times: { sentAt, answeredAt } }) =>
          customerID === undefined || !changed.some((one) => one.number === number)
            ? []
            : {
                environment,
                number,
                customerID,
                customerKey: idKey(customerID),
                sinceSentAt: sentAt,
                sinceAnsweredAt: answeredAt,
                sentAt,
                answeredAt,
              },
        );
        ended.push(...shared);
        if (ended.length === 0) return;
        await transaction
          .insertInto("knownNumberOwners")
          .values(ended)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
    /** Finds at most `limit` numbers that end with these digits, most recently seen first. */
    async findByEnd(environment: Environment, digits: string, limit: number): Promise<KnownNumber[]> {
      const end = reversedDigits(digits);
      if (end === "") return [];
      const rows = await known(environment)
        // A range condition, so that the database uses the index. A colon sorts after all digits.
        .where("reversedDigits", ">=", end)
        .where("reversedDigits", "<", `${end}:`)
        .orderBy("seenAt", "desc")
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(view);
    },
    /**
     * The other customers of these numbers since `sinceMs`: earlier ones, and those to whom a number belongs too.
     * `until` is when an API answer last showed it.
     */
    async otherOwners(
      environment: Environment,
      numbers: readonly string[],
      sinceMs: number,
    ): Promise<{ number: string; customerID: string; until: number }[]> {
      if (numbers.length === 0) return [];
      const rows = await db
        .selectFrom("knownNumberOwners")
        .select(["number", "customerID", "answeredAt"])
        .where("environment", "=", environment)
        .where("number", "in", numbers)
        .where("answeredAt", ">=", sinceMs)
        .orderBy("answeredAt", "desc")
        .execute();
      return rows.flatMap(({ number, customerID, answeredAt }) =>
        customerID === null ? [] : { number, customerID, until: answeredAt },
      );
    },
    /** The known numbers of a customer, sorted by number. */
    async ofCustomer(environment: Environment, customerID: string, limit: number): Promise<KnownNumber[]> {
      const rows = await known(environment)
        .where("customerKey", "=", idKey(customerID))
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(view);
    },
    /** A page of the known numbers of an environment, sorted by number, and the total of all numbers. */
    async list(
      environment: Environment,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ numbers: KnownNumber[]; total: number }> {
      const rows = await known(environment).orderBy("number").limit(limit).offset(offset).execute();
      const { total } = await db
        .selectFrom("knownNumbers")
        .select(({ fn }) => fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .executeTakeFirstOrThrow();
      return { numbers: rows.map(view), total: Number(total) };
    },
    /**
     * Removes numbers, and earlier owners of numbers, that were last seen before `beforeMs`. Returns the number of
     * removed rows.
     */
    async removeOld(beforeMs: number): Promise<number> {
      const numbers = await db.deleteFrom("knownNumbers").where("seenAt", "<=", beforeMs).executeTakeFirstOrThrow();
      const owners = await db
        .deleteFrom("knownNumberOwners")
        .where("answeredAt", "<=", beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numbers.numDeletedRows + owners.numDeletedRows);
    },
  };
}
