import type { RawBuilder, Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { checkFreezes } from "#server/bff/store/freezes/freezes.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { readNow } from "#server/bff/store/store-now.ts";
import { claimed, startBlock, suspended } from "./planned-transitions.ts";
import { lockPlanned, savePlanned } from "./save-planned.ts";
import { rightLost } from "./suspend-planned.ts";

type On = Transaction<ConsoleSchema>;

/** A step of a planned change, and the operation that sends it. */
export interface StepClaim {
  environment: Environment;
  plannedChangeID: string;
  stepID: string;
  operationID: string;
}

/**
 * The actor of reverts, because a revert must not depend on the permission of a person. The store has this actor in the
 * staff table, with the kind `console`.
 */
export const consoleActor = { staffID: "console", email: "Switchboard" } as const;

/**
 * Moves a step from scheduled to claimed, in the transaction that records its operation. Returns false if the step must
 * not begin. Also returns false for an apply step if the responsible person or the approver has lost the permission. In
 * that case, all scheduled apply steps are suspended.
 */
export async function claimStep(on: On, now: RawBuilder<number>, claim: StepClaim): Promise<boolean> {
  const { environment, stepID, operationID, plannedChangeID } = claim;
  await addConsoleActor(on, now);
  const planned = await lockPlanned(on, claim);
  if (!planned) return false;
  const nowMs = await readNow(on, now);
  const isApply = planned.steps.some((step) => step.stepID === stepID && step.kind === "apply");
  const isFrozen = (await checkFreezes(on, environment, isApply ? "apply" : "revert", now)).block !== undefined;
  if (startBlock(planned, stepID, { nowMs, isFrozen }) !== undefined) return false;
  const lost = isApply ? await rightLost(on, planned, nowMs) : null;
  if (lost !== null) {
    const after = suspended(planned, "applies", { code: "right-lost", message: lost }, nowMs);
    if (after) await savePlanned(on, planned, after, nowMs);
    return false;
  }
  const after = claimed(planned, stepID, operationID, nowMs);
  if (!after) return false;
  await on
    .insertInto("plannedAttempts")
    .values({ operationID, stepID, plannedChangeID, startedAt: nowMs, sentAt: null })
    .execute();
  await savePlanned(on, planned, after, nowMs);
  return true;
}

/** Adds the console itself to the staff table. Every operation and every freeze names an actor from this table. */
export async function addConsoleActor(on: On, now: RawBuilder<number>): Promise<void> {
  await on
    .insertInto("staff")
    .values({
      ...consoleActor,
      kind: "console",
      name: consoleActor.email,
      role: "viewer",
      environments: "[]",
      passwordHash: null,
      createdAt: now,
      disabledAt: now,
      activatedAt: null,
      lastSignInAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Checks whether the operation of a claimed step may be marked as sent, and records when. Call this in the transaction
 * that marks the operation, which also checks the freezes. The operation may be marked under two conditions:
 * - The step is due, and its latest time has not passed.
 * - The step is still claimed by this operation, which was not marked as sent before.
 */
export async function markStep(on: On, now: RawBuilder<number>, claim: StepClaim): Promise<boolean> {
  const { stepID, operationID } = claim;
  const planned = await lockPlanned(on, claim);
  const step = planned?.steps.find((one) => one.stepID === stepID);
  if (step?.state !== "claimed" || step.operationID !== operationID) return false;
  const nowMs = await readNow(on, now);
  if (nowMs < step.time.atMs || nowMs > step.notAfter) return false;
  const marked = await on
    .updateTable("plannedAttempts")
    .set({ sentAt: nowMs })
    .where("operationID", "=", operationID)
    .where("sentAt", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
