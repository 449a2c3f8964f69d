import type { Kysely } from "kysely";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import { dayMs } from "#lib/contract/values/calendar.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { shownEmail } from "#server/bff/store/staff.ts";

/** For how long an account counts as one that whoever changed it could use, in milliseconds. */
export const linkedForMs = 7 * dayMs;

/** Whoever does the first two holds a link with which the account's password can be chosen. */
const linkActions = {
  "staff.invited": "control",
  "staff.reset": "control",
  "staff.enabled": "change",
  "staff.changed": "change",
} as const satisfies Partial<Record<AuditAction, string>>;

type LinkAction = keyof typeof linkActions;

/** One account did this to another: made its key, or invited, reset, re-enabled or changed it. */
export interface AccountLink {
  byID: string;
  accountID: string;
  action: LinkAction | "client.created";
  /** Until when it counts; null for ever. */
  until: number | null;
  /** When it was done; null for keys. */
  at: number | null;
}

/** What is stored of who could use which account. */
export interface AccountLinks {
  links: readonly AccountLink[];
  /** Addresses of people and names of keys, by their IDs. */
  names: ReadonlyMap<string, string>;
}

/**
 * Reads who has made which key, and who has invited, reset, re-enabled or changed whom in the last seven days. The audit
 * log says the latter: each event is written in the transaction of what it records, and kept for 30 days or more.
 * Whoever runs `staff` on the server is no account of the console, and links nobody.
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

/** Whether one person could be behind two accounts, and by what. */
export interface AccountCheck {
  /** What links the two at this moment; null where nothing does. */
  linkBetween(one: string, other: string): readonly AccountLink[] | null;
}

/**
 * Everybody who could use an account: the account's own person, who made the key, who invited or reset it, and who did so
 * with theirs. One person could be behind two accounts where somebody could use both, or where one of those who could
 * use the one has re-enabled or changed the other.
 */
export function createAccountCheck({ links }: AccountLinks, nowMs: number): AccountCheck {
  const inForce = links.filter(({ until }) => until === null || until > nowMs);
  const byAccount = Map.groupBy(inForce, ({ accountID }) => accountID);
  const known = new Map<string, ReadonlyMap<string, readonly AccountLink[]>>();

  /** Who could use an account, each with the links by which. */
  function usersOf(accountID: string): ReadonlyMap<string, readonly AccountLink[]> {
    const before = known.get(accountID);
    if (before) return before;
    const found = new Map<string, readonly AccountLink[]>([[accountID, []]]);
    // A map's iteration goes on with what is added meanwhile.
    for (const [userID, way] of found) {
      for (const link of byAccount.get(userID) ?? []) {
        const isControl = link.action === "client.created" || linkActions[link.action] === "control";
        if (isControl && !found.has(link.byID)) found.set(link.byID, [...way, link]);
      }
    }
    known.set(accountID, found);
    return found;
  }

  /** A change of one account by somebody who could use the other. */
  function changeBetween(one: string, other: string): readonly AccountLink[] | null {
    const users = usersOf(one);
    for (const [userID, way] of usersOf(other)) {
      const link = byAccount.get(userID)?.find(({ byID }) => users.has(byID));
      if (link) return [...(users.get(link.byID) ?? []), link, ...way];
    }
    return null;
  }

  return {
    linkBetween(one, other) {
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

/** From when on nothing links an account to any of the others; null where that does not end by itself. */
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
