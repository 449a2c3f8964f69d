import type { Kysely } from "kysely";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { administratorRoles } from "#lib/contract/access/permissions.ts";
import type { AccessPolicy } from "#lib/contract/access/policy.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { sortByName } from "#server/bff/store/sort-by-name.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The maximum number of break-glass uses that are counted. */
const maxUses = 100;

/** The lock for changes that could leave the console without an administrator who can sign in. */
export const administratorsLock = "administrators";

export interface BreakGlassCandidate {
  staffID: string;
  email: string;
  name: string;
}

/** The newest unacknowledged use of break-glass, and the number of unacknowledged uses. */
export interface BreakGlassUses {
  sequence: number;
  at: number;
  staffID: string;
  email: string;
  address?: string;
  count: number;
}

export type PolicyChanged =
  | { result: "changed"; policy: AccessPolicy }
  /** Another person has changed the policy in the meantime. */
  | { result: "moved" }
  /** The policy would require single sign-on, but names no person who can sign in without the provider. */
  | { result: "no break-glass" }
  /** The named person is not an active administrator with a password, or has an identity at a provider. */
  | { result: "not a candidate" };

/** Stores the policy for signing in. Database errors are passed on unchanged. */
export function createAccessPolicyStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    read: (): Promise<AccessPolicy> => readPolicy(db),
    /** The people who can be named for break-glass, sorted by name. */
    candidates: async (): Promise<BreakGlassCandidate[]> =>
      sortByName(await candidates(db).execute(), ({ email }) => email),
    /** Replaces the policy if its stored version is still `wanted.version`. */
    change: (
      wanted: AccessPolicy,
      eventOf: (values: { before: AccessPolicy; after: AccessPolicy }) => NewAuditEvent,
      nowMs: number,
    ): Promise<PolicyChanged> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, administratorsLock);
        const before = await readPolicy(transaction);
        if (before.version !== wanted.version) return { result: "moved" };
        const { breakGlassStaffID } = wanted;
        if (wanted.ssoRequired && breakGlassStaffID === undefined) return { result: "no break-glass" };
        if (breakGlassStaffID !== undefined) {
          const named = await candidates(transaction).where("staffID", "=", breakGlassStaffID).executeTakeFirst();
          if (!named) return { result: "not a candidate" };
        }
        const { numUpdatedRows } = await transaction
          .updateTable("accessPolicy")
          .set({
            secondFactorRequired: Number(wanted.secondFactorRequired),
            ssoRequired: Number(wanted.ssoRequired),
            breakGlassStaffID: breakGlassStaffID ?? null,
            version: before.version + 1,
          })
          .where("version", "=", before.version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return { result: "moved" };
        const policy = await readPolicy(transaction);
        await appendAudit(transaction, eventOf({ before, after: policy }), nowMs);
        return { result: "changed", policy };
      }),
    /**
     * The newest unacknowledged break-glass use since `sinceMs`, and the number of such uses. Null if there is no such
     * use.
     */
    async breakGlassUses(sinceMs: number): Promise<BreakGlassUses | null> {
      const rows = await db
        .selectFrom("audit")
        .select(["sequence", "at", "actorID", "actorEmail", "address"])
        .where("action", "=", "break-glass.used" satisfies AuditAction)
        .where("sequence", ">", (builder) => builder.selectFrom("accessPolicy").select("acknowledgedSequence"))
        .where("at", ">=", sinceMs)
        .orderBy("sequence", "desc")
        .limit(maxUses)
        .execute();
      const [newest] = rows;
      if (!newest) return null;
      const { sequence, at, actorID, actorEmail, address } = newest;
      const person = { staffID: actorID ?? "", email: actorEmail ?? "" };
      return { sequence, at, ...person, ...(address !== null && { address }), count: rows.length };
    },
    /** The event of the audit log up to which every break-glass use is acknowledged. 0: none. */
    async acknowledgedUpTo(): Promise<number> {
      const row = await db.selectFrom("accessPolicy").select("acknowledgedSequence").executeTakeFirstOrThrow();
      return Number(row.acknowledgedSequence);
    },
    /** Acknowledges every break-glass use up to this event of the audit log. */
    acknowledge: (sequence: number, nowMs: number, event: NewAuditEvent): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("accessPolicy")
          .set({ acknowledgedSequence: sequence })
          .where("acknowledgedSequence", "<", sequence)
          .executeTakeFirst();
        if (numUpdatedRows === 1n) await appendAudit(transaction, event, nowMs);
      }),
  };
}

async function readPolicy(on: Kysely<ConsoleSchema>): Promise<AccessPolicy> {
  const row = await on
    .selectFrom("accessPolicy")
    .select(["secondFactorRequired", "ssoRequired", "breakGlassStaffID", "version"])
    .executeTakeFirstOrThrow();
  return {
    secondFactorRequired: row.secondFactorRequired === 1,
    ssoRequired: row.ssoRequired === 1,
    ...(row.breakGlassStaffID !== null && { breakGlassStaffID: row.breakGlassStaffID }),
    version: row.version,
  };
}

function candidates(on: Kysely<ConsoleSchema>) {
  return on
    .selectFrom("staff")
    .select(["staffID", "email", "name"])
    .where("role", "in", administratorRoles)
    .where("disabledAt", "is", null)
    .where("passwordHash", "is not", null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom("identities").select("subject").whereRef("identities.staffID", "=", "staff.staffID"),
        ),
      ),
    );
}
