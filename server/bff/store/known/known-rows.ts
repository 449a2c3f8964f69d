import { type Kysely, sql } from "kysely";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { customerOfState, type KnownState, nothingShown } from "./known-state.ts";

/** A known customer with its newest state. Times are milliseconds since 1970. */
export interface KnownRow {
  customerKey: string;
  customerID: string;
  companyName: string;
  created: string | null;
  createdAt: number | null;
  /** `KnownState` as JSON. Null if only the name and the creation time are known. */
  state: string | null;
  seenAt: number;
  elsewhereAt: number | null;
  missingAt: number | null;
  storedAt: number;
}

const columns = [
  "customerKey",
  "customerID",
  "companyName",
  "created",
  "createdAt",
  "state",
  "seenAt",
  "elsewhereAt",
  "missingAt",
  "storedAt",
] as const;

/** Reads the newest states of known customers. Database errors are passed on unchanged. */
export function createKnownRowStore(db: Kysely<ConsoleSchema>) {
  const rowsOf = (environment: Environment) =>
    db.selectFrom("knownCustomers").select(columns).where("environment", "=", environment);
  return {
    /** The next rows in the order of their keys. `customerKey` is the last key of the previous page. */
    after: (environment: Environment, customerKey: string, limit: number): Promise<KnownRow[]> =>
      rowsOf(environment).where("customerKey", ">", customerKey).orderBy("customerKey").limit(limit).execute(),
    /**
     * The next rows in the order in which they were stored. `storedAt` and `customerKey` belong to the last row of the
     * previous page.
     */
    storedAfter: (
      environment: Environment,
      { storedAt, customerKey }: Pick<KnownRow, "storedAt" | "customerKey">,
      limit: number,
    ): Promise<KnownRow[]> =>
      rowsOf(environment)
        .where(sql<boolean>`("storedAt", "customerKey") > (${storedAt}, ${customerKey})`)
        .orderBy("storedAt")
        .orderBy("customerKey")
        .limit(limit)
        .execute(),
    /** The rows of these customers, by `idKey`. Unknown customers are left out. */
    async find(environment: Environment, customerKeys: readonly string[]): Promise<Map<string, KnownRow>> {
      if (customerKeys.length === 0) return new Map();
      const rows = await rowsOf(environment).where("customerKey", "in", customerKeys).execute();
      return new Map(rows.map((row) => [row.customerKey, row]));
    },
    /** The number of rows of an environment. */
    async count(environment: Environment): Promise<number> {
      const { total } = await db
        .selectFrom("knownCustomers")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}

const instant = (ms: number) => new Date(ms).toISOString();

/** The newest state of a row. */
const stateOfRow = ({ state, companyName, created }: KnownRow): KnownState => ({
  ...nothingShown,
  companyName,
  created: created ?? undefined,
  ...(state !== null && (JSON.parse(state) as Partial<KnownState>)),
});

/** The customer of a row, in the form that a list shows. */
export const customerOfRow = (row: KnownRow): ListedCustomer => ({
  ...customerOfState(row.customerID, stateOfRow(row)),
  seenAt: instant(row.seenAt),
  ...(row.missingAt !== null && { missingSince: instant(row.missingAt) }),
  ...(row.elsewhereAt !== null && { elsewhereAt: instant(row.elsewhereAt) }),
});
