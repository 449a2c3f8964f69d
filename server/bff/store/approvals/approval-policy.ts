import type { Kysely } from "kysely";
import { z } from "zod";
import {
  type ApprovalPolicy,
  type ApprovalRules,
  approvalPolicySchema,
  noApprovalRules,
} from "#lib/contract/access/approval-policy.ts";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { rolesThatMay } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import {
  type ApprovalKind,
  type ApprovalState,
  countedTogetherMs,
} from "#lib/contract/values/operations/approval-states.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { shownEmail } from "#server/bff/store/staff.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createAccountCheck, readAccountLinks, unlinkedFrom } from "./account-links.ts";

export type ApprovalPolicyChanged =
  | { result: "changed"; policy: ApprovalPolicy }
  /** Another person has changed the policy in the meantime. */
  | { result: "moved" }
  /** The rule is on, but nobody could approve requests from this person or key. */
  | { result: "nobody"; environment: Environment; requester: Requester }
  /** A rule is on, but fewer than two people could approve. */
  | { result: "too few"; environment: Environment };

/** A person or a key that may request approval in an environment. */
export interface Requester {
  staffID: string;
  /** The e-mail address of a person, or the name of a key. */
  name: string;
  isKey: boolean;
  /** True if somebody could approve the requests of this requester. */
  hasApprover: boolean;
  /**
   * If nobody can approve now: the earliest time at which somebody can, provided that no new account links arise. Null
   * if somebody can approve now, or if that time never comes.
   */
  from: number | null;
}

/** Who may request approval in an environment, and how many people may approve. */
export interface EnvironmentApprovers {
  count: number;
  requesters: Requester[];
}

type EventOfChange = (values: { before: ApprovalPolicy; after: ApprovalPolicy }) => NewAuditEvent;

const storedRules = z.partialRecord(z.string(), z.unknown());

/** True if the wanted rules require approval for more changes than the current rules. */
function asksMore(wanted: ApprovalRules, before: ApprovalRules): boolean {
  const flags = ["imports", "plannedChanges", "singleChanges"] as const;
  if (flags.some((flag) => wanted[flag] && !before[flag])) return true;
  if (wanted.bulkRows !== null && (before.bulkRows === null || wanted.bulkRows < before.bulkRows)) return true;
  const adds = (values: readonly string[], known: readonly string[]) => values.some((value) => !known.includes(value));
  return adds(wanted.plans, before.plans) || adds(wanted.terms, before.terms);
}

async function readPolicy(on: Kysely<ConsoleSchema>): Promise<ApprovalPolicy> {
  const row = await on.selectFrom("approvalPolicy").select(["rules", "version"]).executeTakeFirstOrThrow();
  const rules = storedRules.parse(JSON.parse(row.rules));
  return approvalPolicySchema.parse({
    production: { ...noApprovalRules, ...(rules.production as object | undefined) },
    sandbox: { ...noApprovalRules, ...(rules.sandbox as object | undefined) },
    version: row.version,
  });
}

/** All people and keys that may currently change an environment. */
async function readRequesters(on: Kysely<ConsoleSchema>, environment: Environment, nowMs: number) {
  const rows = await on
    .selectFrom("staff")
    .leftJoin("apiClients", "apiClients.clientID", "staff.staffID")
    .select(["staffID", "kind", "email", "emailUnverified", "name", "environments"])
    .where("role", "in", rolesThatMay("approvals.decide"))
    .where("disabledAt", "is", null)
    .where((builder) =>
      builder.or([
        builder.and([builder("kind", "=", "person"), builder("activatedAt", "is not", null)]),
        builder.and([
          builder("kind", "=", "client"),
          builder.or([builder("expiresAt", "is", null), builder("expiresAt", ">", nowMs)]),
        ]),
      ]),
    )
    .orderBy("email")
    .execute();
  return rows.filter((row) => (JSON.parse(row.environments) as string[]).includes(environment));
}

async function readApprovers(
  on: Kysely<ConsoleSchema>,
  environment: Environment,
  nowMs: number,
): Promise<EnvironmentApprovers> {
  const rows = await readRequesters(on, environment, nowMs);
  const links = await readAccountLinks(on, nowMs);
  const check = createAccountCheck(links, nowMs);
  const approvers = rows.filter(({ kind }) => kind === "person");
  const requesters = rows.map(({ staffID, kind, name, ...row }): Requester => {
    const isKey = kind === "client";
    const hasApprover = approvers.some((one) => check.linkBetween(one.staffID, staffID) === null);
    const ends = hasApprover
      ? []
      : approvers.flatMap((one) => unlinkedFrom(links, one.staffID, [staffID], nowMs) ?? []);
    const from = ends.length === 0 ? null : Math.min(...ends);
    return { staffID, name: isKey ? name : shownEmail(row), isKey, hasApprover, from };
  });
  return { count: approvers.length, requesters };
}

/** Audited actions that edit a pending request. The actor becomes an editor of the request. */
const editActions = [
  "planned.changed",
  "planned.taken-over",
  "planned.reverted",
  "import.changed",
] as const satisfies AuditAction[];

async function ownerOf(on: Kysely<ConsoleSchema>, staffID: string): Promise<string> {
  const key = await on.selectFrom("apiClients").select("createdBy").where("clientID", "=", staffID).executeTakeFirst();
  return key?.createdBy ?? staffID;
}

/**
 * Stores which changes need approval by a second person. Also counts how many changes one person has made recently.
 * Database errors are passed on unchanged.
 */
export function createApprovalPolicyStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    read: (on: Kysely<ConsoleSchema> = db) => readPolicy(on),
    /**
     * Counts the people (not keys) who could approve in an environment: active people with write access. Also returns
     * each person and key that may request approval. For each person and key, the result shows whether a counted person
     * could approve the requests.
     */
    approvers: (environment: Environment, nowMs: number) => readApprovers(db, environment, nowMs),
    /** The stored facts that show who could use which account. */
    accountLinks: (nowMs: number) => readAccountLinks(db, nowMs),
    /** The person who is responsible for this account. For a key, this is the person who created the key. */
    ownerOf: (staffID: string) => ownerOf(db, staffID),
    /**
     * The people and API clients that have edited the target, according to the audit log. For a planned change, edits
     * before its last approval are ignored.
     */
    async editorsOf({
      kind,
      id,
    }: {
      kind: "planned" | "import";
      id: string;
    }): Promise<{ staffID: string; email: string }[]> {
      const approved = await db
        .selectFrom("approvals")
        .select((builder) => builder.fn.max("decidedAt").as("at"))
        .where("kind", "=", "planned" satisfies ApprovalKind)
        .where("subjectID", "=", id)
        .where("state", "=", "approved" satisfies ApprovalState)
        .executeTakeFirst();
      const rows = await db
        .selectFrom("audit")
        .select(["actorID", "actorEmail"])
        .distinct()
        .where("targetID", "=", id)
        .where("targetKind", "=", kind)
        .where("action", "in", [...editActions])
        .where("at", ">=", Number(approved?.at ?? 0))
        .where("actorID", "is not", null)
        .where("actorKind", "in", ["staff", "client"])
        .execute();
      return rows.map(({ actorID, actorEmail }) => ({ staffID: actorID ?? "", email: actorEmail ?? "" }));
    },
    /** Replaces the policy if its stored version is still `wanted.version`. Pending requests stay pending. */
    change: (wanted: ApprovalPolicy, eventOf: EventOfChange, nowMs: number): Promise<ApprovalPolicyChanged> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, "approval policy");
        const before = await readPolicy(transaction);
        if (before.version !== wanted.version) return { result: "moved" };
        for (const environment of environments) {
          if (!asksMore(wanted[environment], before[environment])) continue;
          const { count, requesters } = await readApprovers(transaction, environment, nowMs);
          if (count < 2) return { result: "too few", environment };
          const requester = requesters.find(({ hasApprover }) => !hasApprover);
          if (requester) return { result: "nobody", environment, requester };
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
    /**
     * Changes how values in the rules are spelled. The effect of the rules stays the same. Undefined if there is
     * nothing to change.
     */
    respell: (
      respelled: (policy: ApprovalPolicy) => ApprovalPolicy,
      eventOf: EventOfChange,
      nowMs: number,
    ): Promise<ApprovalPolicy | undefined> =>
      db.transaction().execute(async (transaction) => {
        await acquireAdvisoryLock(transaction, dialect, "approval policy");
        const before = await readPolicy(transaction);
        const { production, sandbox } = respelled(before);
        const after = { production, sandbox, version: before.version + 1 };
        if (JSON.stringify([production, sandbox]) === JSON.stringify([before.production, before.sandbox])) return;
        const { numUpdatedRows } = await transaction
          .updateTable("approvalPolicy")
          .set({ rules: JSON.stringify({ production, sandbox }), version: after.version })
          .where("version", "=", before.version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return;
        await appendAudit(transaction, eventOf({ before, after }), nowMs);
        return after;
      }),
    /**
     * Counts the contract changes of this person in the last 24 hours. The count includes changes that the person or
     * one of the person's keys made or planned. It also includes rows of unfinished bulk changes. It excludes changes
     * that a second person approved, and the bulk change or planned change `exceptID`. If `on` is a transaction, counts
     * for the same person in other transactions wait until this transaction ends.
     */
    async changesOf(
      { environment, staffID, exceptID }: { environment: Environment; staffID: string; exceptID?: string | undefined },
      nowMs: number,
      on: Kysely<ConsoleSchema> = db,
    ): Promise<number> {
      const ownerID = await ownerOf(on, staffID);
      // With this lock, counts for the same person in other transactions wait until this transaction ends, on all
      // replicas.
      if (on.isTransaction) {
        await acquireAdvisoryLock(on as never, dialect, `${environment} changes of ${ownerID}`);
      }
      const keys = await on.selectFrom("apiClients").select("clientID").where("createdBy", "=", ownerID).execute();
      const accountIDs = [ownerID, ...keys.map(({ clientID }) => clientID)];
      const approvedBulks = on
        .selectFrom("approvals")
        .select("subjectID")
        .where("environment", "=", environment)
        .where("kind", "=", "bulk")
        .where("state", "=", "approved")
        .where("isEmergency", "=", 0);
      const approvedOperations = on
        .selectFrom("approvals")
        .select("operationID")
        .where("operationID", "is not", null)
        .where("isEmergency", "=", 0);
      const operations = on
        .selectFrom("operations")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .where("staffID", "in", accountIDs)
        // Counts every write to an existing customer. Creations of customers are not counted.
        .where("createsCustomer", "=", 0)
        .where("createdAt", ">", nowMs - countedTogetherMs)
        .where("state", "!=", "rejected")
        .where((builder) => builder.or([builder("bulkID", "is", null), builder("bulkID", "not in", approvedBulks)]))
        .where("operationID", "not in", approvedOperations);
      let rows = on
        .selectFrom("bulkRows")
        .innerJoin("bulks", "bulks.bulkID", "bulkRows.bulkID")
        .leftJoin("operations", "operations.operationID", "bulkRows.operationID")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where("bulks.environment", "=", environment)
        .where("bulks.runStaffID", "in", accountIDs)
        .where("bulks.startedAt", "is not", null)
        .where("bulks.state", "in", ["first", "first-done", "running", "paused"])
        // A row becomes `sending` before its operation is recorded. Rows that have an operation are already counted by
        // the query above.
        .where("bulkRows.state", "in", ["ready", "sending"])
        .where("operations.operationID", "is", null)
        .where("bulks.bulkID", "not in", approvedBulks);
      if (exceptID !== undefined) rows = rows.where("bulks.bulkID", "!=", exceptID);
      let planned = on
        .selectFrom("plannedChanges")
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .where("environment", "=", environment)
        .where("staffID", "in", accountIDs)
        .where("createdAt", ">", nowMs - countedTogetherMs)
        .where("state", "in", ["scheduled", "claimed"])
        .where((builder) =>
          builder.or([
            builder("approvalID", "is", null),
            builder(
              "approvalID",
              "in",
              builder.selectFrom("approvals").select("approvals.approvalID").where("isEmergency", "=", 1),
            ),
          ]),
        );
      if (exceptID !== undefined) planned = planned.where("plannedChangeID", "!=", exceptID);
      // A single statement counts each row once, even if the row's operation is recorded at the same time.
      const counts = await on
        .selectNoFrom([operations.as("operations"), rows.as("rows"), planned.as("planned")])
        .executeTakeFirstOrThrow();
      return Number(counts.operations) + Number(counts.rows) + Number(counts.planned);
    },
  };
}
