import { type Kysely, sql } from "kysely";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type KnownMember, knownMembers } from "#lib/contract/values/customers/known-filters.ts";
import { instant } from "#lib/format/instant.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { customerOfState, type KnownState, nothingShown } from "./known-state.ts";
import type { MemberTimes } from "./timeline.ts";

/** A known customer with its newest state. Times are milliseconds since 1970. */
export interface KnownRow {
  customerKey: string;
  customerID: string;
  companyName: string;
  created: string | null;
  createdAt: number | null;
  /** `KnownState` as JSON. Null if only the name and the creation time are known. */
  state: string | null;
  /** `MemberTimes` as JSON. Null if all members have the times of the state. */
  memberTimes: string | null;
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
  "memberTimes",
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

/** The newest state of a row. */
const stateOfRow = ({ state, companyName, created }: KnownRow): KnownState => ({
  ...nothingShown,
  companyName,
  created: created ?? undefined,
  ...(state !== null && (JSON.parse(state) as Partial<KnownState>)),
});

/** Pages show ages in minutes. A member counts as older than its row from this difference on, in milliseconds. */
const olderMs = 60_000;

const memberTimesOf = ({ memberTimes }: KnownRow): MemberTimes =>
  memberTimes === null ? {} : (JSON.parse(memberTimes) as MemberTimes);

/** When the newest API answer with a member arrived, for each member that is older than its row. */
function olderMembers(row: KnownRow): Pick<ListedCustomer, "memberSeenAt"> {
  const times = memberTimesOf(row);
  const older = knownMembers.flatMap((member) => {
    const atMs = times[member]?.until?.answeredAt;
    return atMs === undefined || atMs > row.seenAt - olderMs ? [] : [[member, instant(atMs)] as const];
  });
  return older.length === 0 ? {} : { memberSeenAt: Object.fromEntries(older) };
}

/** The customer of a row, in the form that a list shows. */
export const customerOfRow = (row: KnownRow): ListedCustomer => ({
  ...customerOfState(row.customerID, stateOfRow(row)),
  seenAt: instant(row.seenAt),
  ...olderMembers(row),
  ...(row.missingAt !== null && { missingSince: instant(row.missingAt) }),
  ...(row.elsewhereAt !== null && { elsewhereAt: instant(row.elsewhereAt) }),
});

/**
 * Completes the answer about a customer with the number of users and the e-mail address from earlier answers, if the
 * API's current answer does not contain them.
 */
export function withEarlierMembers(answer: CustomerAnswer, row: KnownRow): CustomerAnswer {
  const { usersCount, email } = stateOfRow(row);
  const times = memberTimesOf(row);
  const seenAt = (member: KnownMember) => instant(times[member]?.until?.answeredAt ?? row.seenAt);
  const { customer } = answer;
  const hasUsers = customer.usersCount === undefined && usersCount !== undefined;
  const hasEmail = customer.adminUser.email === undefined && email !== undefined;
  if (!hasUsers && !hasEmail) return answer;
  return {
    ...answer,
    customer: { ...customer, ...(hasUsers && { usersCount }), ...(hasEmail && { adminUser: { email } }) },
    memberSeenAt: {
      ...(hasUsers && { usersCount: seenAt("usersCount") }),
      ...(hasEmail && { email: seenAt("email") }),
    },
  };
}
