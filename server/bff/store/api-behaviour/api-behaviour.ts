import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { differenceDecisions } from "#lib/contract/values/api-behaviour.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** A person's decision about a difference between the API and its specification. */
export interface StoredDecision {
  differenceID: string;
  /** The environment that the decision applies to, or `all`. */
  scope: Environment | "all";
  decision: (typeof differenceDecisions)[number];
  reason: string;
  /** The e-mail address of the person who decided. */
  by: string;
  byName: string;
  decidedAt: number;
}

/**
 * Stores the observed shapes of API answers, by environment and operation. Also stores decisions about differences.
 * Does not interpret the shapes.
 */
export function createApiBehaviourStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const list = async (from: Kysely<ConsoleSchema>, environment: Environment): Promise<Record<string, unknown>> => {
    const rows = await from
      .selectFrom("apiProfiles")
      .select(["operation", "profile"])
      .where("environment", "=", environment)
      .orderBy("operation")
      .execute();
    return Object.fromEntries(rows.map(({ operation, profile }) => [operation, JSON.parse(profile) as unknown]));
  };
  return {
    /** Returns the stored shapes of an environment, by operation. */
    list: (environment: Environment): Promise<Record<string, unknown>> => list(db, environment),
    /**
     * Replaces the stored shapes of each operation with the result of `merge`. A lock lets only one replica do this at
     * a time. Returns the stored shapes of all operations of the environment.
     */
    update: (
      environment: Environment,
      operations: readonly string[],
      merge: (operation: string, before: unknown) => unknown,
      nowMs: number,
    ): Promise<Record<string, unknown>> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, `API profile of ${environment}`);
        const profiles = await list(transaction, environment);
        for (const operation of operations) {
          profiles[operation] = merge(operation, profiles[operation]);
          const values = { profile: JSON.stringify(profiles[operation]), updatedAt: nowMs };
          await transaction
            .insertInto("apiProfiles")
            .values({ environment, operation, ...values })
            .onConflict((conflict) => conflict.columns(["environment", "operation"]).doUpdateSet(values))
            .execute();
        }
        return profiles;
      }),
    /** The decisions that apply to an environment, newest first. */
    async decisions(environment: Environment): Promise<StoredDecision[]> {
      const rows = await db
        .selectFrom("differenceDecisions")
        .innerJoin("staff", "staff.staffID", "differenceDecisions.staffID")
        .select(["differenceID", "scope", "decision", "reason", "decidedAt", "staff.email as by"])
        .select("staff.name as byName")
        .where("scope", "in", [environment, "all"])
        .orderBy("decidedAt", "desc")
        .execute();
      return rows as StoredDecision[];
    },
    /** Stores a decision. Replaces an earlier decision with the same scope. */
    decide: (
      decision: Omit<StoredDecision, "by" | "byName"> & { staffID: string },
      event: NewAuditEvent,
    ): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { differenceID: _, scope: __, ...values } = decision;
        await transaction
          .insertInto("differenceDecisions")
          .values(decision)
          .onConflict((conflict) => conflict.columns(["differenceID", "scope"]).doUpdateSet(values))
          .execute();
        await appendAudit(transaction, event, decision.decidedAt);
      }),
    /**
     * Removes all decisions about a difference that apply to this environment, including decisions for all
     * environments.
     */
    reopen: (differenceID: string, environment: Environment, event: NewAuditEvent, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .deleteFrom("differenceDecisions")
          .where("differenceID", "=", differenceID)
          .where("scope", "in", [environment, "all"])
          .execute();
        await appendAudit(transaction, event, nowMs);
      }),
  };
}
