import type { Kysely } from "kysely";
import { z } from "zod";
import {
  type ApprovalPolicy,
  type ApprovalRules,
  approvalPolicySchema,
  noApprovalRules,
} from "#lib/contract/access/approval-policy.ts";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { countedTogetherMs } from "#lib/contract/values/operations/approval-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { storedEnvironments } from "#server/bff/store/bulk/bulk-rows.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

export type ApprovalPolicyChanged =
  | { result: "changed"; policy: ApprovalPolicy }
  /** Somebody else has changed the policy meanwhile. */
  | { result: "moved" }
  /** Fewer than two people could approve there, and nothing needed approval so far. */
  | { result: "too few"; environment: Environment };

/** What needs a second person, and what one person has changed lately. Errors of the database come as they are. */
export interface ApprovalPolicyStore {
  read(on?: Kysely<ConsoleSchema>): Promise<ApprovalPolicy>;
  /** How many people could approve in an environment: active ones who may change it. API clients are none. */
  approvers(environment: Environment): Promise<number>;
  /** Sets the whole policy, if it is still at `wanted.version`. What waits goes on waiting. */
  change(
    wanted: ApprovalPolicy,
    eventOf: (values: { before: ApprovalPolicy; after: ApprovalPolicy }) => NewAuditEvent,
    nowMs: number,
  ): Promise<ApprovalPolicyChanged>;
  /**
   * How many changes of contracts this person has made or planned in the last 24 hours, or has begun with a bulk change
   * that is not over, without those that somebody has approved, and without the bulk change or planned change `exceptID`. `on`: within a transaction, where nobody else of the same
   * person counts before it ends.
   */
  changesOf(
    who: { environment: Environment; staffID: string; exceptID?: string | undefined },
    nowMs: number,
    on?: Kysely<ConsoleSchema>,
  ): Promise<number>;
}

const storedRules = z.partialRecord(z.string(), z.unknown());

const isOn = ({ bulkRows, imports, plannedChanges, plans, terms, singleChanges }: ApprovalRules) =>
  bulkRows !== null || imports || plannedChanges || singleChanges || plans.length + terms.length > 0;

async function readPolicy(on: Kysely<ConsoleSchema>): Promise<ApprovalPolicy> {
  const row = await on.selectFrom("approvalPolicy").select(["rules", "version"]).executeTakeFirstOrThrow();
  const rules = storedRules.parse(JSON.parse(row.rules));
  return approvalPolicySchema.parse({
    production: { ...noApprovalRules, ...(rules.production as object | undefined) },
    sandbox: { ...noApprovalRules, ...(rules.sandbox as object | undefined) },
    version: row.version,
  });
}

async function countApprovers(on: Kysely<ConsoleSchema>, environment: Environment): Promise<number> {
  const rows = await on
    .selectFrom("staff")
    .select("environments")
    .where("kind", "=", "person")
    .where("role", "in", rolesThatMay("approvals.decide"))
    .where("disabledAt", "is", null)
    .where("activatedAt", "is not", null)
    .execute();
  return rows.filter((row) => (JSON.parse(row.environments) as string[]).includes(environment)).length;
}

export function createApprovalPolicyStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect): ApprovalPolicyStore {
  return {
    read: (on = db) => readPolicy(on),
    approvers: (environment) => countApprovers(db, environment),
    change: (wanted, eventOf, nowMs) =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, "approval policy");
        const before = await readPolicy(transaction);
        if (before.version !== wanted.version) return { result: "moved" };
        for (const environment of environments) {
          const begins = isOn(wanted[environment]) && !isOn(before[environment]);
          if (begins && (await countApprovers(transaction, environment)) < 2) return { result: "too few", environment };
        }
        const { version, ...rules } = wanted;
        const { numUpdatedRows } = await transaction
          .updateTable("approvalPolicy")
          .set({ rules: JSON.stringify(rules), version: version + 1 })
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return { result: "moved" };
        const policy = { ...rules, version: version + 1 };
        await appendAudit(transaction, eventOf({ before, after: policy }), nowMs);
        return { result: "changed", policy };
      }),
    async changesOf({ environment, staffID, exceptID }, nowMs, on = db) {
      // Those whose turn it is to be counted wait here, on all replicas, until this transaction ends.
      if (on.isTransaction) {
        await acquireAdvisoryLock(on as never, dialect, `${environment} changes of ${staffID}`);
      }
      const approvedBulks = on
        .selectFrom("approvals")
        .select("subjectID")
        .where("environment", "=", environment)
        .where("kind", "=", "bulk")
        .where("state", "=", "approved");
      const approvedOperations = on.selectFrom("approvals").select("operationID").where("operationID", "is not", null);
      const operations = on
        .selectFrom("operations")
        .select((it) => it.fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .where("staffID", "=", staffID)
        .where("kind", "=", "change-contract")
        .where("createdAt", ">", nowMs - countedTogetherMs)
        .where("state", "!=", "rejected")
        .where((it) => it.or([it("bulkID", "is", null), it("bulkID", "not in", approvedBulks)]))
        .where("operationID", "not in", approvedOperations);
      let rows = on
        .selectFrom("bulkRows")
        .innerJoin("bulks", "bulks.bulkID", "bulkRows.bulkID")
        .leftJoin("operations", "operations.operationID", "bulkRows.operationID")
        .select((it) => it.fn.countAll<number>().as("total"))
        .where("bulks.environment", "in", storedEnvironments(environment))
        .where("bulks.runStaffID", "=", staffID)
        .where("bulks.startedAt", "is not", null)
        .where("bulks.state", "in", ["canary", "canary-done", "running", "paused"])
        // A row that is being sent is claimed before its operation is recorded; then it is counted above.
        .where("bulkRows.state", "in", ["waiting", "sending"])
        .where("operations.operationID", "is", null)
        .where("bulks.bulkID", "not in", approvedBulks);
      if (exceptID !== undefined) rows = rows.where("bulks.bulkID", "!=", exceptID);
      let planned = on
        .selectFrom("plannedChanges")
        .select((it) => it.fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .where("staffID", "=", staffID)
        .where("createdAt", ">", nowMs - countedTogetherMs)
        .where("state", "in", ["scheduled", "claimed"])
        .where("approval", "is", null);
      if (exceptID !== undefined) planned = planned.where("plannedChangeID", "!=", exceptID);
      // One statement, so that a row whose operation is recorded meanwhile is counted once.
      const counts = await on
        .selectNoFrom([operations.as("operations"), rows.as("rows"), planned.as("planned")])
        .executeTakeFirstOrThrow();
      return Number(counts.operations) + Number(counts.rows) + Number(counts.planned);
    },
  };
}
