import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxPins, maxTagSuggestions, maxTags } from "#lib/contract/values/customers/customer-marks.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import { companyColumns } from "#server/bff/store/schema/company-columns.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** A customer, with the known data that helps to find it in the API's list. */
export interface MarkedCustomer {
  customerID: string;
  /** Empty if the name is unknown. */
  companyName: string;
  created: string | null;
}

/** Selects marked customers: the customers that a person has pinned, or the customers with a tag. */
export type MarkFilter = { environment: Environment } & ({ pinnedBy: string } | { tag: string });

/** Tags to add and tags to remove. */
export interface TagDifference {
  add: readonly string[];
  remove: readonly string[];
}

const isAbsent = (rows: { numDeletedRows: bigint }) => rows.numDeletedRows === 0n;

/**
 * The store of customer tags and pins (docs/decisions/0038-tickets-notes-and-tags.md). Everybody shares the tags. A pin
 * belongs to one person. Database errors are passed on unchanged.
 */
export function createCustomerMarkStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  /** Lets only one transaction on all replicas change the tags and pins of a customer at a time. */
  const underLock = <Result>(
    environment: Environment,
    customerKey: string,
    change: (transaction: Transaction<ConsoleSchema>) => Promise<Result>,
  ) =>
    db.transaction().execute(async (transaction) => {
      await acquireAdvisoryLock(transaction, dialect, `${environment} marks ${customerKey}`);
      return change(transaction);
    });

  /** Stores the data of a customer that has a tag or a pin. Removes the data when the customer has neither. */
  async function keepKnown(on: Transaction<ConsoleSchema>, environment: Environment, customer: MarkedCustomer) {
    const { customerID, created } = customer;
    const customerKey = idKey(customerID);
    const of = { environment, customerKey };
    const tag = await on
      .selectFrom("customerTags")
      .select("tag")
      .where((builder) => builder.and(of))
      .limit(1)
      .executeTakeFirst();
    const pin = await on
      .selectFrom("customerPins")
      .select("staffID")
      .where((builder) => builder.and(of))
      .limit(1)
      .executeTakeFirst();
    if (!tag && !pin) {
      await on
        .deleteFrom("markedCustomers")
        .where((builder) => builder.and(of))
        .execute();
      return;
    }
    const named = companyColumns(customer.companyName);
    const known = { customerID, ...named, ...(created !== null && { created }) };
    await on
      .insertInto("markedCustomers")
      .values({ companyName: "", companyKey: "", created: null, ...of, ...known })
      .onConflict((conflict) => conflict.columns(["environment", "customerKey"]).doUpdateSet(known))
      .execute();
  }

  const tagsOf = async (on: Kysely<ConsoleSchema>, environment: Environment, customerKey: string) => {
    const rows = await on
      .selectFrom("customerTags")
      .select("tag")
      .where((builder) => builder.and({ environment, customerKey }))
      .execute();
    return rows.map(({ tag }) => tag).toSorted();
  };

  return {
    /**
     * For each of these customers, by `idKey`: the tags in alphabetical order, and whether this person has pinned the
     * customer.
     */
    async of(
      environment: Environment,
      customerIDs: readonly string[],
      staffID: string,
    ): Promise<ReadonlyMap<string, { tags: string[]; pinned: boolean }>> {
      const keys = [...new Set(customerIDs.map(idKey))];
      const marks = new Map(keys.map((key) => [key, { tags: [] as string[], pinned: false }]));
      if (keys.length === 0) return marks;
      const tagged = await db
        .selectFrom("customerTags")
        .select(["customerKey", "tag"])
        .where("environment", "=", environment)
        .where("customerKey", "in", keys)
        .execute();
      for (const { customerKey, tag } of tagged) marks.get(customerKey)?.tags.push(tag);
      const pins = await db
        .selectFrom("customerPins")
        .select("customerKey")
        .where("environment", "=", environment)
        .where("staffID", "=", staffID)
        .where("customerKey", "in", keys)
        .execute();
      for (const { customerKey } of pins) {
        const mark = marks.get(customerKey);
        if (mark) mark.pinned = true;
      }
      for (const mark of marks.values()) mark.tags.sort();
      return marks;
    },
    /**
     * Adds and removes tags of a customer under one lock. `difference` receives the current tags. The result is the new
     * tags, or null if the customer would have too many tags. The audit event is recorded only if a tag has changed.
     */
    changeTags: (
      environment: Environment,
      customer: MarkedCustomer,
      difference: (present: readonly string[]) => TagDifference,
      eventOf: (change: { before: string[]; after: string[] }) => NewAuditEvent,
      nowMs: number,
    ): Promise<string[] | null> =>
      underLock(environment, idKey(customer.customerID), async (transaction) => {
        const customerKey = idKey(customer.customerID);
        const before = await tagsOf(transaction, environment, customerKey);
        const { add, remove } = difference(before);
        const kept = before.filter((tag) => !remove.includes(tag));
        const added = [...new Set(add)].filter((tag) => !kept.includes(tag));
        const after = [...kept, ...added].toSorted();
        if (after.length > maxTags) return null;
        if (after.join("\n") === before.join("\n")) return after;
        const gone = before.filter((tag) => !after.includes(tag));
        if (gone.length > 0) {
          await transaction
            .deleteFrom("customerTags")
            .where((builder) => builder.and({ environment, customerKey }))
            .where("tag", "in", gone)
            .execute();
        }
        const fresh = after.filter((tag) => !before.includes(tag));
        if (fresh.length > 0) {
          const rows = fresh.map((tag) => ({ environment, customerKey, tag }));
          await transaction.insertInto("customerTags").values(rows).execute();
        }
        await keepKnown(transaction, environment, customer);
        await appendAudit(transaction, eventOf({ before, after }), nowMs);
        return after;
      }),
    /** Pins a customer for a person, or removes the pin. False if the person already has the maximum number of pins. */
    pin: (environment: Environment, customer: MarkedCustomer, staffID: string, pinned: boolean): Promise<boolean> =>
      underLock(environment, idKey(customer.customerID), async (transaction) => {
        const row = { environment, staffID, customerKey: idKey(customer.customerID) };
        if (!pinned) {
          const removed = await transaction
            .deleteFrom("customerPins")
            .where((builder) => builder.and(row))
            .executeTakeFirst();
          if (!isAbsent(removed)) await keepKnown(transaction, environment, customer);
          return true;
        }
        const { total } = await transaction
          .selectFrom("customerPins")
          .select((builder) => builder.fn.countAll<number>().as("total"))
          .where("staffID", "=", staffID)
          .where("environment", "=", environment)
          .where("customerKey", "!=", row.customerKey)
          .executeTakeFirstOrThrow();
        if (Number(total) >= maxPins) return false;
        await transaction
          .insertInto("customerPins")
          .values(row)
          .onConflict((conflict) => conflict.columns(["staffID", "environment", "customerKey"]).doNothing())
          .execute();
        await keepKnown(transaction, environment, customer);
        return true;
      }),
    /** All customers that match the filter, sorted by name. */
    async list(filter: MarkFilter): Promise<MarkedCustomer[]> {
      const { environment } = filter;
      const known = db.selectFrom("markedCustomers").where("markedCustomers.environment", "=", environment);
      const marked =
        "tag" in filter
          ? db
              .selectFrom("customerTags")
              .select("customerKey")
              .where((builder) => builder.and({ environment, tag: filter.tag }))
          : db
              .selectFrom("customerPins")
              .select("customerKey")
              .where("environment", "=", environment)
              .where("staffID", "=", filter.pinnedBy);
      const rows = await known
        .select(["customerID", "companyName", "created", "companyKey"])
        .where("customerKey", "in", marked)
        .execute();
      return rows.toSorted(byName).map(({ companyKey: _, ...customer }) => customer);
    },
    /** The most used tags of an environment, at most `maxTagSuggestions`, most used first. */
    async tags(environment: Environment): Promise<{ tag: string; customers: number }[]> {
      const rows = await db
        .selectFrom("customerTags")
        .select("tag")
        .select((builder) => builder.fn.countAll<number>().as("customers"))
        .where("environment", "=", environment)
        .groupBy("tag")
        .orderBy(sql`count(*)`, "desc")
        .orderBy("tag")
        .limit(maxTagSuggestions)
        .execute();
      return rows.map(({ tag, customers }) => ({ tag, customers: Number(customers) }));
    },
    /**
     * For each of the given tags (default: all tags of the environment), the keys of the customers with this tag.
     * Undefined if there are more than `limit` keys.
     */
    async taggedKeys(
      environment: Environment,
      { tags, limit }: { tags?: readonly string[] | undefined; limit?: number },
    ): Promise<{ tag: string; keys: string[] }[] | undefined> {
      let query = db.selectFrom("customerTags").select(["tag", "customerKey"]).where("environment", "=", environment);
      if (tags) query = query.where("tag", "in", tags);
      if (limit !== undefined) query = query.limit(limit + 1);
      const rows = await query.execute();
      if (limit !== undefined && rows.length > limit) return undefined;
      const byTag = Map.groupBy(rows, ({ tag }) => tag);
      return [...byTag].map(([tag, tagged]) => ({ tag, keys: tagged.map(({ customerKey }) => customerKey) }));
    },
    /** The keys of the customers that a person has pinned. */
    async pinnedKeys(environment: Environment, staffID: string): Promise<string[]> {
      const rows = await db
        .selectFrom("customerPins")
        .select("customerKey")
        .where("environment", "=", environment)
        .where("staffID", "=", staffID)
        .execute();
      return rows.map(({ customerKey }) => customerKey);
    },
    /** The number of customers with this tag. */
    async countTagged(environment: Environment, tag: string): Promise<number> {
      const { total } = await db
        .selectFrom("customerTags")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where((builder) => builder.and({ environment, tag }))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}

/** Compares names in the same way on every database and every machine. */
function byName(
  one: Pick<Selectable<ConsoleSchema["markedCustomers"]>, "companyKey" | "customerID">,
  other: Pick<Selectable<ConsoleSchema["markedCustomers"]>, "companyKey" | "customerID">,
): number {
  const [a, b] = [one, other].map(({ companyKey, customerID }) => `${companyKey || "\uffff"}\n${customerID}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
