import type { Kysely } from "kysely";
import { z } from "zod";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { type Role, roles } from "#lib/contract/session.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** A person who may sign in. */
export interface Staff {
  staffID: string;
  /** Lower case. */
  email: string;
  name: string;
  role: Role;
  environments: Environment[];
  passwordHash: string | null;
  /** Milliseconds since 1970; null for people who may sign in. */
  disabledAt: number | null;
}

export type NewStaff = Omit<Staff, "disabledAt"> & { createdAt: number };

/** The staff of the console. Errors of the database come as they are. */
export interface StaffStore {
  /** The person with this address, in lower case; disabled ones too. */
  findByEmail(email: string): Promise<Staff | null>;
  /** Adds a person; false, and nothing done, when the address is taken. */
  add(staff: NewStaff): Promise<boolean>;
  /** Adds an administrator unless there is one who may sign in, or the address is taken. */
  addFirstAdministrator(staff: NewStaff): Promise<boolean>;
  /** True if there is an administrator who is not disabled. */
  hasAdministrator(): Promise<boolean>;
}

const roleSchema = z.enum(roles);
const environmentsSchema = z.array(environmentSchema);

/** What the store cannot promise the type of: a role and a list that are text to it. */
export function parseAccess(row: { role: string; environments: string }): Pick<Staff, "role" | "environments"> {
  return {
    role: roleSchema.parse(row.role),
    environments: environmentsSchema.parse(JSON.parse(row.environments)),
  };
}

async function hasAdministrator(on: Kysely<ConsoleSchema>): Promise<boolean> {
  const administrator = await on
    .selectFrom("staff")
    .select("staffID")
    .where("role", "=", "administrator" satisfies Role)
    .where("disabledAt", "is", null)
    .executeTakeFirst();
  return administrator !== undefined;
}

export function createStaffStore(db: Kysely<ConsoleSchema>): StaffStore {
  const add = async (staff: NewStaff, on: Kysely<ConsoleSchema>): Promise<boolean> => {
    const added = await on
      .insertInto("staff")
      .values({ ...staff, environments: JSON.stringify(staff.environments), disabledAt: null })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  };
  return {
    async findByEmail(email) {
      const row = await db.selectFrom("staff").selectAll().where("email", "=", email).executeTakeFirst();
      return row ? { ...row, ...parseAccess(row) } : null;
    },
    add: (staff) => add(staff, db),
    addFirstAdministrator: (staff) =>
      db
        .transaction()
        .execute(async (transaction) => ((await hasAdministrator(transaction)) ? false : add(staff, transaction))),
    hasAdministrator: () => hasAdministrator(db),
  };
}
