import type { Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { hasPermission, readShownName } from "#server/bff/store/staff.ts";
import { readNow, storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { StoredPlanned } from "./planned-rows.ts";
import { suspended } from "./planned-transitions.ts";
import { lockPlanned, savePlanned } from "./save-planned.ts";

type On = Transaction<ConsoleSchema>;

/** True if a person or an API client may currently run planned changes in an environment. */
const mayChange = (on: On, staffID: string, environment: Environment, nowMs: number): Promise<boolean> =>
  hasPermission(on, { staffID, permission: "planned.run", environment }, nowMs);

/**
 * Why the apply steps of a planned change may not run: the responsible person or the approver may no longer change
 * contracts in this environment. Returns a text, or null if the steps may run.
 */
export async function rightLost(
  on: On,
  { environment, responsible, approval }: StoredPlanned,
  nowMs: number,
): Promise<string | null> {
  if (!(await mayChange(on, responsible.staffID, environment, nowMs))) {
    const name = await readShownName(on, responsible);
    return `${name} may no longer change contracts in ${environment}. Another editor can take it over.`;
  }
  const approver = approval?.state === "approved" ? approval.decidedBy : undefined;
  if (!approver || (await mayChange(on, approver.staffID, environment, nowMs))) return null;
  const name = await readShownName(on, approver);
  return `${name}, who approved this, may no longer change contracts in ${environment}. Another person has to approve it: review it again.`;
}

/**
 * Suspends planned changes whose responsible person or approver has lost the permission. Call this after the permission
 * was removed, in the same transaction. Reverts still run. Otherwise temporary values would become permanent, which is
 * worse.
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
    // The rows are locked in this order, so that two transactions cannot deadlock.
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
  actor: { staffID: string; email: string };
  /** The planned change that sends this change. Undefined if no planned change sends it. */
  plannedChangeID: string | undefined;
}

/**
 * Suspends the planned change of a customer because the console is about to change the customer's contract in another
 * way. Call this in the transaction that marks the contract change as sent.
 */
export async function suspendPlannedFor(on: On, dialect: DatabaseDialect, sending: SendingChange): Promise<void> {
  const { environment, customerID, operationID, actor } = sending;
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
  const message = `${await readShownName(on, actor)} changed this contract in the meantime. Review it again.`;
  const after = suspended(before, "all", { code: "changed-here", message, operationID }, nowMs);
  if (after) await savePlanned(on, before, after, nowMs);
}
