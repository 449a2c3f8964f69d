import { randomUUID } from "node:crypto";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlanned, maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { type ApiContext, requestAPI } from "#server/bff/core/api-context.ts";
import type { MakePlanned, PlannedRoom } from "#server/bff/store/planned/planned-changes.ts";
import { newPlanned } from "#server/bff/store/planned/planned-edits.ts";
import type { PlannedApproval, StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { assertInView } from "#server/bff/views/evaluate/in-view.ts";
import { checkTimes } from "./check-times.ts";
import type { PlannedServices } from "./planned-services.ts";
import { readReviewed, wholeContract } from "./read-reviewed.ts";

/** The requested planned change for one customer. */
export type WantedPlan = Pick<
  StoredPlanned,
  "customerID" | "change" | "second" | "at" | "until" | "expected" | "responsible" | "reason" | "ticket"
> &
  Partial<Pick<StoredPlanned, "ofView">>;

/**
 * Reads the customer's current contract, because only a reviewed contract may be changed. Returns a function that
 * creates the planned change. That function runs in the transaction that stores the planned change.
 */
export async function preparePlan(
  context: ApiContext<PlannedServices>,
  plannedChangeID: string,
  wanted: WantedPlan,
  /** The approval of the bulk change that creates this planned change. Undefined if the bulk change has no approval. */
  approved?: PlannedApproval,
): Promise<MakePlanned> {
  const { services, environment } = context;
  const { plannedRules } = services;
  const { customerID, change, second, at, until, responsible } = wanted;
  checkTimes({ at, until }, { nowMs: await services.store.planned.now(), isApplied: false }, plannedRules);
  const customer = await readReviewed(context, customerID, wanted.expected);
  const { contract, companyName } = customer;
  const { ofView } = wanted;
  if (ofView) {
    await assertInView({ services, environment, ...requestAPI(context), staffID: ofView.staffID }, ofView, customer);
  }
  const expected = wholeContract(contract);
  const changes = second ? [change, second] : [change];
  for (const one of changes) checkPlannedChange(one, expected, until !== null);
  const { staffID } = responsible;
  const write = { environment, staffID, kind: "planned", rows: 1, changes } as const;
  return async (nowMs, on) => {
    const why = approved ? [] : await services.approvalGate.reasons(write, on);
    const { graceMs } = plannedRules;
    const { reason, ticket } = wanted;
    return newPlanned(
      { plannedChangeID, environment, customerID, companyName, change, second, ofView: ofView ?? null },
      { at, until, expected, graceMs, responsible, reason, ticket, why },
      nowMs,
      randomUUID,
      approved,
    );
  };
}

/**
 * Throws `invalid_request` if the change would change nothing, or if a temporary change could not restore the earlier
 * value at its end.
 */
export function checkPlannedChange(change: BulkChange, { term, plan }: Contract, isTemporary: boolean): void {
  const member = changedMember(change);
  const current = member === "term" ? term : plan;
  const refused = (message: string) =>
    new AppError("invalid_request", `Nothing was planned: ${member} ${message}.`, {
      errors: [{ field: member, message }],
    });
  if (current === changedValue(change)) throw refused("has this value already");
  if (isTemporary && current === undefined) throw refused(noValueToRestore);
}

/** The error for a temporary change if the contract has no value to restore. */
export const noValueToRestore = "has no value now that the end could bring back";

/** The error for a planned change that cannot be stored. */
export function noRoom(room: Exclude<PlannedRoom, { result: "created" }>, environment: string): AppError {
  if (room.result === "exists") {
    const { plannedChangeID } = room;
    const detail = "This customer has an open planned change. Change or cancel that one first.";
    return new AppError("planned_exists", detail, { plannedChangeID });
  }
  const whose = room.result === "too-many" ? environment : "your name, in all environments together";
  const max = room.result === "too-many" ? maxOpenPlanned : maxOpenPlannedOfPerson;
  return new AppError(
    "too_many_planned",
    `There are ${max} open planned changes in ${whose}, and there may be no more.`,
  );
}
