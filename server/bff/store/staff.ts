import type { Kysely } from "kysely";
import { administratorRoles, may, type Permission } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import { parseAccess } from "./schema/parse-access.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { sortByName } from "./sort-by-name.ts";

/** A person who may sign in. */
export interface Staff {
  staffID: string;
  /** In lower case. */
  email: string;
  name: string;
  role: Role;
  environments: Environment[];
  passwordHash: string | null;
  /** When the person was disabled, in milliseconds since 1970. Null for active people. */
  disabledAt: number | null;
  /** 1 if a single sign-on provider has sent the address without confirming that it belongs to the person. */
  emailUnverified?: number | null | undefined;
}

/** The e-mail address for pages and audit events. An address that the provider has not verified is marked. */
export const shownEmail = ({ email, emailUnverified }: Pick<Staff, "email" | "emailUnverified">): string =>
  emailUnverified === 1 ? `${email} (not verified by the provider)` : email;

/** The data of a new person. A person with a password hash may sign in immediately. */
export type NewStaff = Omit<Staff, "disabledAt"> & { createdAt: number };

/** Something that a person or an API client does in an environment. */
export interface PermittedAction {
  staffID: string;
  /** Absent for an action that only reads: it needs only access to the environment. */
  permission?: Permission | undefined;
  environment: Environment;
}

/**
 * True if this person or API client currently has a permission in an environment. False if the person is disabled, or
 * if the client is revoked or expired. Also false for a client whose key an assistant may use, because such a key
 * changes nothing by itself (docs/decisions/0068-assistants-propose.md).
 */
export async function hasPermission(
  on: Kysely<ConsoleSchema>,
  { staffID, permission, environment }: PermittedAction,
  nowMs: number,
): Promise<boolean> {
  const row = await on
    .selectFrom("staff")
    .leftJoin("apiClients", "apiClients.clientID", "staff.staffID")
    .select(["staff.role", "staff.environments"])
    .where("staff.staffID", "=", staffID)
    .where("staff.disabledAt", "is", null)
    .where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", nowMs)]))
    .where((where) =>
      where.or([where("assistant", "is", null), where("assistant", "=", "off" satisfies AssistantMode)]),
    )
    .executeTakeFirst();
  if (!row) return false;
  const { role, environments } = parseAccess(row);
  return (permission === undefined || may(role, permission)) && environments.includes(environment);
}

/** The current name of a person, for a sentence. The stored e-mail address if the account has no name. */
export async function readShownName(
  on: Kysely<ConsoleSchema>,
  { staffID, email }: { staffID: string; email: string },
): Promise<string> {
  const row = await on.selectFrom("staff").select("name").where("staffID", "=", staffID).executeTakeFirst();
  return row?.name || email;
}

async function hasAdministrator(on: Kysely<ConsoleSchema>): Promise<boolean> {
  const administrator = await on
    .selectFrom("staff")
    .select("staffID")
    .where("role", "in", administratorRoles)
    .where("kind", "=", "person")
    .where("disabledAt", "is", null)
    .executeTakeFirst();
  return administrator !== undefined;
}

/** The store of the console's staff. Database errors are passed on unchanged. */
export function createStaffStore(db: Kysely<ConsoleSchema>) {
  const add = async (staff: NewStaff, on: Kysely<ConsoleSchema>): Promise<boolean> => {
    const added = await on
      .insertInto("staff")
      .values({
        ...staff,
        environments: JSON.stringify(staff.environments),
        disabledAt: null,
        lastSignInAt: null,
        activatedAt: staff.passwordHash === null ? null : staff.createdAt,
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  };
  const readColleagues = () =>
    db
      .selectFrom("staff")
      .select(["staffID", "email", "name", "role", "environments"])
      .where("kind", "=", "person")
      .where("disabledAt", "is", null)
      .where("activatedAt", "is not", null);
  return {
    /** The person with this address. The address must be in lower case. The person may be disabled. */
    async findByEmail(email: string): Promise<Staff | null> {
      const row = await db
        .selectFrom("staff")
        .selectAll()
        .where("email", "=", email)
        .where("kind", "=", "person")
        .executeTakeFirst();
      return row ? { ...row, ...parseAccess(row) } : null;
    },
    /**
     * The rows of the staff table with these IDs, or all of them if `staffIDs` is undefined: people, API clients and
     * the console itself. Disabled people are included. For an API client, `email` contains its name.
     */
    async people(staffIDs?: readonly string[]): Promise<{ staffID: string; email: string; name: string }[]> {
      if (staffIDs?.length === 0) return [];
      let all = db.selectFrom("staff").select(["staffID", "email", "emailUnverified", "name", "kind"]);
      if (staffIDs) all = all.where("staffID", "in", staffIDs);
      const rows = await all.orderBy("email").execute();
      return rows.map(({ staffID, kind, name, ...row }) => ({
        staffID,
        name,
        email: kind === "client" ? name : shownEmail(row),
      }));
    },
    /** The names of people by ID, without API clients. */
    async peopleNames(staffIDs: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (staffIDs.length === 0) return new Map();
      const rows = await db
        .selectFrom("staff")
        .select(["staffID", "name"])
        .where("staffID", "in", staffIDs)
        .where("kind", "=", "person")
        .execute();
      return new Map(rows.map(({ staffID, name }) => [staffID, name]));
    },
    /** The active people who may use the environment, by name, and their number. */
    async colleagues(environment: Environment, limit: number) {
      const rows = await readColleagues().execute();
      const people = rows
        .filter((row) => parseAccess(row).environments.includes(environment))
        .map(({ staffID, name, email }) => ({ staffID, name: name || email }));
      return { colleagues: sortByName(people, ({ staffID }) => staffID).slice(0, limit), total: people.length };
    },
    /** An active person who may use the environment. Null for anybody else. */
    async colleague(
      environment: Environment,
      staffID: string,
    ): Promise<{ staffID: string; email: string; name: string } | null> {
      const row = await readColleagues().where("staffID", "=", staffID).executeTakeFirst();
      if (!row || !parseAccess(row).environments.includes(environment)) return null;
      return { staffID, email: row.email, name: row.name };
    },
    /** Like `hasPermission`. `on`: a transaction that reads it. */
    hasPermission: (action: PermittedAction, nowMs: number, on: Kysely<ConsoleSchema> = db): Promise<boolean> =>
      hasPermission(on, action, nowMs),
    /** Adds a person. False, without a change, if the address is already used. */
    add: (staff: NewStaff): Promise<boolean> => add(staff, db),
    /** Adds an administrator. Does nothing if there is an active administrator, or if the address is already used. */
    addFirstAdministrator: (staff: NewStaff): Promise<boolean> =>
      db
        .transaction()
        .execute(async (transaction) => ((await hasAdministrator(transaction)) ? false : add(staff, transaction))),
    /** True if there is an active administrator. */
    hasAdministrator: (): Promise<boolean> => hasAdministrator(db),
  };
}
