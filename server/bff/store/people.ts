import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { administratorRoles } from "#lib/contract/access/permissions.ts";
import type { StaffState } from "#lib/contract/access/staff.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { administratorsLock } from "./access/policy.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { removeFactors } from "./factors/factors.ts";
import { suspendPlannedOf } from "./planned/suspend-planned.ts";
import { acquireAdvisoryLock } from "./schema/acquire-advisory-lock.ts";
import { parseAccess } from "./schema/parse-access.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { endSessions, renameSession } from "./sessions.ts";
import { sortByName } from "./sort-by-name.ts";

/** A person, with the data that administrators see. Times are milliseconds since 1970. */
export interface Person {
  staffID: string;
  email: string;
  name: string;
  role: Role;
  environments: Environment[];
  state: StaffState;
  /** True if a single sign-on provider has sent this address without confirming that it belongs to the person. */
  isEmailUnverified: boolean;
  hasPassword: boolean;
  /** True if a single sign-on provider has an identity for this person. */
  hasSso: boolean;
  hasTotp: boolean;
  hasPasskey: boolean;
  lastSignInAt: number | null;
  /** When the open one-time link expires. Null if the person has no open link. */
  linkExpiresAt: number | null;
}

/** The changes that an administrator can make to a person. */
export interface PersonChange {
  role?: Role | undefined;
  environments?: Environment[] | undefined;
  state?: "active" | "disabled" | undefined;
}

/** A one-time link as stored. */
export interface NewLink {
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
}

/** Creates the audit event from the values before and after the change. */
export type EventOf = (values: { before: Person; after: Person }) => NewAuditEvent;

export type PersonChanged =
  | { result: "changed"; person: Person; endedSessions: string[] }
  | { result: "not found" }
  | { result: "last administrator" }
  /** The policy names this person for break-glass. The person must remain able to sign in, so the change is refused. */
  | { result: "break-glass" };

type Row = Awaited<ReturnType<ReturnType<typeof selectPeople>["executeTakeFirstOrThrow"]>>;

function selectPeople(on: Kysely<ConsoleSchema>, nowMs: number) {
  return on
    .selectFrom("staff")
    .where("kind", "=", "person")
    .select(["staffID", "email", "name", "role", "environments", "disabledAt", "activatedAt", "lastSignInAt"])
    .select("emailUnverified")
    .select((builder) => [
      builder.case().when("passwordHash", "is", null).then(0).else(1).end().as("hasPassword"),
      builder
        .selectFrom("identities")
        .select((identity) => identity.fn.countAll<number>().as("count"))
        .whereRef("identities.staffID", "=", "staff.staffID")
        .as("identityCount"),
      builder
        .selectFrom("totp")
        .select((totp) => totp.fn.countAll<number>().as("count"))
        .whereRef("totp.staffID", "=", "staff.staffID")
        .where("totp.confirmedAt", "is not", null)
        .as("totpCount"),
      builder
        .selectFrom("passkeys")
        .select((passkey) => passkey.fn.countAll<number>().as("count"))
        .whereRef("passkeys.staffID", "=", "staff.staffID")
        .as("passkeyCount"),
      builder
        .selectFrom("invitations")
        .select((link) => link.fn.max("expiresAt").as("expiresAt"))
        .whereRef("invitations.staffID", "=", "staff.staffID")
        .where("invitations.expiresAt", ">", nowMs)
        .as("linkExpiresAt"),
    ]);
}

function personOfRow(storedRow: Row): Person {
  const { role, environments, disabledAt, activatedAt, hasPassword, emailUnverified, ...counted } = storedRow;
  const { identityCount, totpCount, passkeyCount, ...row } = counted;
  const state = disabledAt !== null ? "disabled" : activatedAt === null ? "invited" : "active";
  return {
    ...row,
    ...parseAccess({ role, environments }),
    state,
    isEmailUnverified: emailUnverified === 1,
    hasPassword: hasPassword === 1,
    hasSso: Number(identityCount) > 0,
    hasTotp: Number(totpCount) > 0,
    hasPasskey: Number(passkeyCount) > 0,
  };
}

/** Opens a link. Removes the person's earlier link and all expired links. */
async function replaceLink(on: Transaction<ConsoleSchema>, staffID: string, link: NewLink): Promise<void> {
  await on
    .deleteFrom("invitations")
    .where((builder) => builder.or([builder("staffID", "=", staffID), builder("expiresAt", "<=", link.createdAt)]))
    .execute();
  await on
    .insertInto("invitations")
    .values({ ...link, staffID })
    .execute();
}

/**
 * Administers people. Every change and its audit event are stored in one transaction. Database errors are passed on
 * unchanged.
 */
export function createPeopleStore(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  /** `canSignInFrom`: true for the issuers whose people can sign in at a configured provider. */
  { canSignInFrom = () => false }: { canSignInFrom?: ((issuer: string) => boolean) | undefined } = {},
) {
  async function find(on: Kysely<ConsoleSchema>, staffID: string, nowMs: number): Promise<Person | null> {
    const row = await selectPeople(on, nowMs).where("staffID", "=", staffID).executeTakeFirst();
    return row ? personOfRow(row) : null;
  }

  async function foundAgain(on: Kysely<ConsoleSchema>, staffID: string, nowMs: number): Promise<Person> {
    const person = await find(on, staffID, nowMs);
    if (!person) throw new Error("A person who was there is gone");
    return person;
  }

  /**
   * True if there is another active administrator who can sign in: with a password or by single sign-on. The caller must
   * hold the lock of administrators.
   */
  async function hasOtherAdministrator(on: Transaction<ConsoleSchema>, staffID: string): Promise<boolean> {
    const others = await on
      .selectFrom("staff")
      .leftJoin("identities", "identities.staffID", "staff.staffID")
      .select(["passwordHash", "issuer"])
      .where("role", "in", administratorRoles)
      .where("disabledAt", "is", null)
      .where("activatedAt", "is not", null)
      .where("staff.staffID", "!=", staffID)
      .execute();
    return others.some(
      ({ passwordHash, issuer }) => passwordHash !== null || (issuer !== null && canSignInFrom(issuer)),
    );
  }

  /** True if the policy names this person for break-glass. The caller must hold the lock of administrators. */
  async function isBreakGlass(on: Transaction<ConsoleSchema>, staffID: string): Promise<boolean> {
    const named = await on
      .selectFrom("accessPolicy")
      .select("breakGlassStaffID")
      .where("breakGlassStaffID", "=", staffID)
      .executeTakeFirst();
    return named !== undefined;
  }

  const isActiveAdministrator = ({ role, state }: Person) => administratorRoles.includes(role) && state === "active";

  return {
    /** A page of the people, sorted by name, and the number of all people. */
    async list(
      { limit, offset }: { limit: number; offset: number },
      nowMs: number,
    ): Promise<{ people: Person[]; total: number }> {
      const all = await db
        .selectFrom("staff")
        .where("kind", "=", "person")
        .select(["staffID", "email", "name"])
        .execute();
      const page = sortByName(all, ({ email }) => email)
        .slice(offset, offset + limit)
        .map(({ staffID }) => staffID);
      if (page.length === 0) return { people: [], total: all.length };
      const rows = await selectPeople(db, nowMs).where("staffID", "in", page).execute();
      return { people: sortByName(rows, ({ email }) => email).map(personOfRow), total: all.length };
    },
    find: (staffID: string, nowMs: number): Promise<Person | null> => find(db, staffID, nowMs),
    /** Adds a person without a password. Null if the address is already used. */
    invite: (
      { environments, ...person }: Pick<Person, "staffID" | "email" | "name" | "role" | "environments">,
      link: NewLink,
      event: NewAuditEvent,
    ): Promise<Person | null> =>
      db.transaction().execute(async (transaction) => {
        const added = await transaction
          .insertInto("staff")
          .values({
            ...person,
            environments: JSON.stringify(environments),
            passwordHash: null,
            createdAt: link.createdAt,
            disabledAt: null,
            activatedAt: null,
            lastSignInAt: null,
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return null;
        await replaceLink(transaction, person.staffID, link);
        await appendAudit(transaction, event, link.createdAt);
        return foundAgain(transaction, person.staffID, link.createdAt);
      }),
    /**
     * Changes a person. If the role changes or the person is disabled, all sessions of the person end. Only the session
     * `own` continues, under a new ID. The last administrator who can sign in keeps the role, even if two
     * administrators are demoted at the same time.
     */
    change: (
      staffID: string,
      { role, environments, state }: PersonChange,
      nowMs: number,
      eventOf: EventOf,
      own?: { sessionHash: string; newSessionHash: string },
    ): Promise<PersonChanged> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, administratorsLock);
        const before = await find(transaction, staffID, nowMs);
        if (!before) return { result: "not found" };
        const losesRole = role !== undefined && !administratorRoles.includes(role);
        if (isActiveAdministrator(before) && (losesRole || state === "disabled")) {
          if (!(await hasOtherAdministrator(transaction, staffID))) return { result: "last administrator" };
          if (await isBreakGlass(transaction, staffID)) return { result: "break-glass" };
        }
        await transaction
          .updateTable("staff")
          .set({
            staffID,
            ...(role !== undefined && { role }),
            ...(environments !== undefined && { environments: JSON.stringify(environments) }),
            ...(state !== undefined && { disabledAt: state === "disabled" ? nowMs : null }),
          })
          .where("staffID", "=", staffID)
          .execute();
        if (state === "disabled") await transaction.deleteFrom("invitations").where("staffID", "=", staffID).execute();
        const isOut = state === "disabled" || (role !== undefined && role !== before.role);
        const endedSessions = isOut ? await endOthers(transaction, staffID, nowMs, own) : [];
        await suspendPlannedOf(transaction, dialect, staffID);
        const person = await foundAgain(transaction, staffID, nowMs);
        await appendAudit(transaction, eventOf({ before, after: person }), nowMs);
        return { result: "changed", person, endedSessions };
      }),
    /**
     * Opens a new one-time link. Earlier links of the person are removed. With `reset`, the password and all second
     * factors are removed, and all sessions end. The reset of the last administrator, or of the administrator that the
     * policy names for break-glass, needs `evenLast`. Only the command for the operator of the server sets `evenLast`.
     */
    openLink: (
      staffID: string,
      link: NewLink,
      { reset, evenLast = false }: { reset: boolean; evenLast?: boolean },
      event: NewAuditEvent,
    ): Promise<PersonChanged> =>
      db.transaction().execute(async (transaction) => {
        const nowMs = link.createdAt;
        await acquireAdvisoryLock(transaction, dialect, administratorsLock);
        const before = await find(transaction, staffID, nowMs);
        if (!before) return { result: "not found" };
        if (
          reset &&
          !evenLast &&
          isActiveAdministrator(before) &&
          !(await hasOtherAdministrator(transaction, staffID))
        ) {
          return { result: "last administrator" };
        }
        if (reset && !evenLast && (await isBreakGlass(transaction, staffID))) return { result: "break-glass" };
        let endedSessions: string[] = [];
        if (reset) {
          await transaction.updateTable("staff").set({ passwordHash: null }).where("staffID", "=", staffID).execute();
        }
        await replaceLink(transaction, staffID, link);
        if (reset) {
          await removeFactors(transaction, staffID);
          endedSessions = await endSessions(transaction, staffID, {}, nowMs);
        }
        await appendAudit(transaction, event, nowMs);
        return { result: "changed", person: await foundAgain(transaction, staffID, nowMs), endedSessions };
      }),
    /** Ends every session of a person. */
    endSessions: (staffID: string, nowMs: number, event: NewAuditEvent): Promise<PersonChanged> =>
      db.transaction().execute(async (transaction) => {
        const person = await find(transaction, staffID, nowMs);
        if (!person) return { result: "not found" };
        const endedSessions = await endSessions(transaction, staffID, {}, nowMs);
        await appendAudit(transaction, event, nowMs);
        return { result: "changed", person, endedSessions };
      }),
  };
}

async function endOthers(
  transaction: Transaction<ConsoleSchema>,
  staffID: string,
  nowMs: number,
  own?: { sessionHash: string; newSessionHash: string },
): Promise<string[]> {
  if (!own) return endSessions(transaction, staffID, {}, nowMs);
  const ended = await endSessions(transaction, staffID, { except: own.sessionHash }, nowMs);
  await renameSession(transaction, own);
  return [...ended, own.sessionHash];
}
