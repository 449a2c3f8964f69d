import type { Transaction } from "kysely";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { readRights } from "#server/bff/store/staff.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { StoredPlanned } from "./planned-rows.ts";
import { suspended } from "./planned-transitions.ts";
import { lockPlanned, readNow, savePlanned } from "./save-planned.ts";

type On = Transaction<ConsoleSchema>;

/** Whether a person or an API client currently has permission to change contracts in an environment. */
export async function mayChange(on: On, staffID: string, environment: Environment, nowMs: number): Promise<boolean> {
  const rights = await readRights(on, staffID, nowMs);
  return rights !== null && may(rights.role, "planned.run") && rights.environments.includes(environment);
}

/**
 * Why the apply steps of a planned change may not run, as text. The responsible person or the approver may no longer
 * change contracts in this environment. Null: the steps may run.
 */
export async function rightLost(
  on: On,
  { environment, responsible, approval }: StoredPlanned,
  nowMs: number,
): Promise<string | null> {
  if (!(await mayChange(on, responsible.staffID, environment, nowMs))) {
    return `${responsible.email} may no longer change contracts in ${environment}. Another editor can take it over.`;
  }
  const approver = approval?.state === "approved" ? approval.decidedBy : undefined;
  if (!approver || (await mayChange(on, approver.staffID, environment, nowMs))) return null;
  return `${approver.email}, who approved this, may no longer change contracts in ${environment}. Another person has to approve it: review it again.`;
}

/**
 * Suspends planned changes whose responsible person or approver has lost the permission. Call this in the transaction
 * that removes the permission, after the removal. Reverts still run, because otherwise the temporary values would stay,
 * which would be worse.
 */
export async function suspendPlannedOf(on: On, dialect: DatabaseDialect, staffID: string): Promise<void> {
  const rows = await on
    .selectFrom("plannedChanges")
    .select(["plannedChangeID", "environment"])
    .where((builder) =>
      builder.or([
        builder("responsibleStaffID", "=", staffID),
        builder(
          "approvalID",
          "in",
          builder.selectFrom("approvals").select("approvals.approvalID").where("decidedStaffID", "=", staffID),
        ),
      ]),
    )
    .where("finishedAt", "is", null)
    // The order is fixed, so that two transactions cannot deadlock.
    .orderBy("plannedChangeID")
    .execute();
  const nowMs = rows.length === 0 ? 0 : await readNow(on, storeNow(dialect));
  for (const { plannedChangeID, environment: word } of rows) {
    const environment = word as Environment;
    if (await mayChange(on, staffID, environment, nowMs)) continue;
    const before = await lockPlanned(on, { environment, plannedChangeID });
    const message = before && (await rightLost(on, before, nowMs));
    if (!before || !message) continue;
    const after = suspended(before, "applies", { code: "right-lost", message }, nowMs);
    if (after) await savePlanned(on, before, after, nowMs);
  }
}

/** A contract change that is about to be sent. */
export interface SendingChange {
  environment: Environment;
  customerID: string;
  operationID: string;
  email: string;
  /** The planned change that sends the change, if there is one. */
  plannedChangeID: string | undefined;
}

/**
 * Suspends the planned change of a customer when the console changes the customer's contract. Call this in the
 * transaction that marks that change as sent.
 */
export async function suspendPlannedFor(on: On, dialect: DatabaseDialect, sending: SendingChange): Promise<void> {
  const { environment, customerID, operationID, email } = sending;
  const row = await on
    .selectFrom("plannedChanges")
    .select("plannedChangeID")
    .where("environment", "=", environment)
    .where("customerKey", "=", idKey(customerID))
    .where("finishedAt", "is", null)
    .executeTakeFirst();
  if (!row || row.plannedChangeID === sending.plannedChangeID) return;
  const before = await lockPlanned(on, { environment, ...row });
  if (!before) return;
  const nowMs = await readNow(on, storeNow(dialect));
  const message = `${email} changed this contract in the meantime. Review it again.`;
  const after = suspended(before, "all", { code: "changed-here", message, operationID }, nowMs);
  if (after) await savePlanned(on, before, after, nowMs);
}
