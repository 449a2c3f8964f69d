import type { Kysely } from "kysely";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { shownEmail } from "#server/bff/store/staff.ts";

/** How long two accounts count as linked after one account has changed the other, in milliseconds. */
export const linkedForMs = 7 * dayMs;

/**
 * The actions that link two accounts. After a `control` action, the actor can set the password of the other account.
 * After a `change` action, the actor cannot.
 */
const linkActions = {
  "staff.invited": "control",
  "staff.reset": "control",
  "staff.enabled": "change",
  "staff.changed": "change",
} as const satisfies Partial<Record<AuditAction, string>>;

type LinkAction = keyof typeof linkActions;

/** A link between two accounts: `byID` created, invited, reset, re-enabled or changed `accountID`. */
export interface AccountLink {
  byID: string;
  accountID: string;
  action: LinkAction | "client.created";
  /** When the link stops being valid. Null: never. */
  until: number | null;
  /** When the link was created. Null for keys. */
  at: number | null;
}

/** The stored facts that show who could use which account. */
export interface AccountLinks {
  links: readonly AccountLink[];
  /** E-mail addresses of people and names of keys, by ID. */
  names: ReadonlyMap<string, string>;
}

/**
 * Reads who created which key in the console. Also reads from the audit log who invited, reset, re-enabled or changed
 * which person in the last seven days. The audit log is complete for this time: each event is written in the
 * transaction of its change, and retention keeps it for at least 30 days. The operator who runs `staff` on the server
 * has no account in the console and creates no links.
 */
export async function readAccountLinks(on: Kysely<ConsoleSchema>, nowMs: number): Promise<AccountLinks> {
  const [keys, changes] = [
    await on.selectFrom("apiClients").select(["clientID", "createdBy"]).execute(),
    await on
      .selectFrom("audit")
      .select(["action", "actorID", "targetID", "at"])
      .where("action", "in", Object.keys(linkActions))
      .where("actorKind", "=", "staff")
      .where("outcome", "=", "done")
      .where("at", ">", nowMs - linkedForMs)
      .execute(),
  ];
  const links = [
    ...keys.map(
      ({ clientID, createdBy }): AccountLink => ({
        byID: createdBy,
        accountID: clientID,
        action: "client.created",
        until: null,
        at: null,
      }),
    ),
    ...changes.flatMap(({ action, actorID, targetID, at }): AccountLink[] => {
      if (actorID === null || targetID === null || actorID === targetID) return [];
      const atMs = Number(at);
      const until = atMs + linkedForMs;
      return [{ byID: actorID, accountID: targetID, action: action as LinkAction, until, at: atMs }];
    }),
  ];
  const involved = [...new Set(links.flatMap(({ byID, accountID }) => [byID, accountID]))];
  const people =
    involved.length === 0
      ? []
      : await on
          .selectFrom("staff")
          .select(["staffID", "kind", "email", "emailUnverified", "name"])
          .where("staffID", "in", involved)
          .execute();
  return {
    links,
    names: new Map(
      people.map(({ staffID, kind, name, ...row }) => [staffID, kind === "client" ? name : shownEmail(row)]),
    ),
  };
}

/**
 * Checks whether one person could control two accounts, and returns the links that prove it. These people can use an
 * account:
 * - its owner, or the creator of the key
 * - everybody who invited or reset the account
 * - everybody who can use the account of one of these people
 *
 * Two accounts count as linked if one person can use both accounts. They also count as linked if a person who can use
 * one account re-enabled or changed the other account.
 */
export function createAccountCheck({ links }: AccountLinks, nowMs: number) {
  const inForce = links.filter(({ until }) => until === null || until > nowMs);
  const byAccount = Map.groupBy(inForce, ({ accountID }) => accountID);
  const known = new Map<string, ReadonlyMap<string, readonly AccountLink[]>>();

  /**
   * Everybody who could use an account. Each person is listed with the links that lead from the account to this person.
   */
  function usersOf(accountID: string): ReadonlyMap<string, readonly AccountLink[]> {
    const before = known.get(accountID);
    if (before) return before;
    const found = new Map<string, readonly AccountLink[]>([[accountID, []]]);
    // Iterating a map also visits entries that are added during the iteration. This way, the loop also follows indirect
    // links.
    for (const [userID, way] of found) {
      for (const link of byAccount.get(userID) ?? []) {
        const isControl = link.action === "client.created" || linkActions[link.action] === "control";
        if (isControl && !found.has(link.byID)) found.set(link.byID, [...way, link]);
      }
    }
    known.set(accountID, found);
    return found;
  }

  /**
   * Searches for a change of one account by another account. The changed account belongs to a person who could use
   * `other`, and the account that made the change belongs to a person who could use `one`. Returns the links that prove
   * the change. Null if there is no such change.
   */
  function changeBetween(one: string, other: string): readonly AccountLink[] | null {
    const users = usersOf(one);
    for (const [userID, way] of usersOf(other)) {
      const link = byAccount.get(userID)?.find(({ byID }) => users.has(byID));
      if (link) return [...(users.get(link.byID) ?? []), link, ...way];
    }
    return null;
  }

  return {
    /** Returns the currently valid links that connect two accounts. Null if the accounts are not linked. */
    linkBetween(one: string, other: string): readonly AccountLink[] | null {
      if (one === other) return [];
      const others = usersOf(other);
      for (const [userID, way] of usersOf(one)) {
        const otherWay = others.get(userID);
        if (otherWay) return [...way, ...otherWay];
      }
      return changeBetween(one, other) ?? changeBetween(other, one);
    },
  };
}

/** The earliest time at which this account is linked to none of the listed accounts. Null: never. */
export function unlinkedFrom(
  links: AccountLinks,
  accountID: string,
  others: readonly string[],
  nowMs: number,
): number | null {
  const ends = [...new Set(links.links.flatMap(({ until }) => (until !== null && until > nowMs ? [until] : [])))];
  return (
    ends
      .toSorted((a, b) => a - b)
      .find((end) => {
        const check = createAccountCheck(links, end);
        return others.every((other) => check.linkBetween(accountID, other) === null);
      }) ?? null
  );
}
