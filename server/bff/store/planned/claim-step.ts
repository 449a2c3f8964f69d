import type { RawBuilder, Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { claimed, startBlock, suspended } from "./planned-transitions.ts";
import { lockPlanned, readNow, savePlanned } from "./save-planned.ts";
import { rightLost } from "./suspend-planned.ts";

type On = Transaction<ConsoleSchema>;

/** A step that is sent under the operation with this ID. */
export interface StepClaim {
  environment: Environment;
  plannedChangeID: string;
  stepID: string;
  operationID: string;
}

/**
 * The actor of reverts. Reverts need no permission of a person. The store keeps this actor in the staff table, but no
 * list of people shows it.
 */
export const consoleActor = { staffID: "console", email: "Switchboard" } as const;

const holdLock = (environment: Environment) => `planned hold ${environment}`;

export async function isHeld(on: On, environment: Environment): Promise<boolean> {
  const hold = await on
    .selectFrom("plannedHolds")
    .select("environment")
    .where("environment", "=", environment)
    .executeTakeFirst();
  return hold !== undefined;
}

/**
 * Locks the freeze of an environment. Until the end of the transaction, no other transaction can freeze or release the
 * environment.
 */
export const lockHold = (on: On, dialect: DatabaseDialect, environment: Environment) =>
  acquireAdvisoryLock(on, dialect, holdLock(environment));

/**
 * Moves a step from scheduled to claimed, in the transaction that records the operation. If it returns false, the step
 * must not begin. If the responsible person or the approver has lost the permission, the step is suspended instead.
 */
export async function claimStep(on: On, now: RawBuilder<number>, claim: StepClaim): Promise<boolean> {
  const { environment, stepID, operationID, plannedChangeID } = claim;
  await addConsoleActor(on, now);
  const planned = await lockPlanned(on, claim);
  if (!planned) return false;
  const nowMs = await readNow(on, now);
  if (startBlock(planned, stepID, { nowMs, isHeld: await isHeld(on, environment) }) !== undefined) return false;
  const isApply = planned.steps.some((step) => step.stepID === stepID && step.kind === "apply");
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

/**
 * Adds the console itself to the staff. It needs an entry there, because every operation and every freeze names its
 * actor.
 */
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
 * Checks whether the operation of a claimed step may be marked as sent. Call this in the transaction that marks it. It
 * may be marked if the step's latest time has not passed, the environment is not frozen, and no other operation of the
 * step was ever marked.
 */
export async function markStep(
  on: On,
  dialect: DatabaseDialect,
  now: RawBuilder<number>,
  claim: StepClaim,
): Promise<boolean> {
  const { environment, stepID, operationID } = claim;
  await lockHold(on, dialect, environment);
  const planned = await lockPlanned(on, claim);
  const step = planned?.steps.find((one) => one.stepID === stepID);
  if (step?.state !== "claimed" || step.operationID !== operationID) return false;
  const nowMs = await readNow(on, now);
  if (nowMs < step.time.atMs || nowMs > step.notAfter || (await isHeld(on, environment))) return false;
  const marked = await on
    .updateTable("plannedAttempts")
    .set({ sentAt: nowMs })
    .where("operationID", "=", operationID)
    .where("sentAt", "is", null)
    .executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}
