import { randomUUID } from "node:crypto";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { PlannedStepBody, ReschedulePlanned, ResumePlanned } from "#lib/contract/operations/planned-requests.ts";
import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import { resolveTime } from "#server/bff/core/local-times.ts";
import { type PlanDecision, rescheduled, resumed, takenOver } from "#server/bff/store/planned/planned-edits.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { appliesOf, isPendingStep } from "#server/bff/store/planned/planned-state.ts";
import { checkTimes } from "../check-times.ts";
import { actionRefusal, findPlanned } from "../find-planned.ts";
import { readReviewed, wholeContract } from "../read-reviewed.ts";
import { type DecisionContext, decidePlanned } from "./decide-planned.ts";

interface Replan<Input> {
  context: DecisionContext;
  plannedChangeID: string;
  input: Input;
}

type Answer = Promise<{ plannedChange: PlannedChange }>;

const refused = (field: string, message: string) =>
  new AppError("invalid_request", `Nothing was changed: ${field} ${message}.`, { errors: [{ field, message }] });

/**
 * The new times of a planned change. Times that are missing from the request do not change. Throws `invalid_request` if
 * a time cannot be changed or is over.
 */
function timesOf(planned: StoredPlanned, input: Pick<ReschedulePlanned, "at" | "until">, nowMs: number) {
  const isApplied = !appliesOf(planned).some(isPendingStep);
  if (isApplied && input.at !== undefined) throw refused("at", "cannot be changed: the change has taken effect");
  if (!planned.until && input.until !== undefined) throw refused("until", "belongs to a temporary change");
  const at = input.at === undefined ? planned.at : resolveTime(input.at, "at");
  const until = input.until === undefined ? planned.until : resolveTime(input.until, "until");
  if (!isApplied && at.atMs <= nowMs) throw refused("at", "is over: give a new time");
  if (until && until.atMs <= nowMs) throw refused("until", "is over: give a new time");
  return { at, until, isApplied };
}

async function decisionOf(
  context: DecisionContext,
  planned: StoredPlanned,
  input: ReschedulePlanned | ResumePlanned,
  reviewed: { expected: Contract; responsible: StoredPlanned["responsible"] },
): Promise<{ decision: PlanDecision; check: (nowMs: number) => void }> {
  const { services } = context;
  const { plannedRules } = services;
  const { at, until, isApplied } = timesOf(planned, input, await services.store.planned.now());
  return {
    decision: {
      at,
      until,
      graceMs: plannedRules.graceMs,
      ...reviewed,
      reason: input.console?.reason ?? planned.reason,
      ticket: input.console?.ticket ?? planned.ticket,
      why: await reasonsFor(context, planned, reviewed.responsible),
    },
    // A time that does not change is accepted even if it is too near.
    check: (nowMs) => {
      const isNew = input.at !== undefined || input.until !== undefined;
      if (isNew) checkTimes({ at, until }, { nowMs, isApplied: isApplied || input.at === undefined }, plannedRules);
    },
  };
}

function reasonsFor(
  { services }: DecisionContext,
  { environment, change, second, plannedChangeID: subjectID }: StoredPlanned,
  { staffID }: StoredPlanned["responsible"],
): Promise<readonly ApprovalReason[]> {
  const changes = second ? [change, second] : [change];
  return services.approvalGate.reasons({ environment, staffID, kind: "planned", rows: 1, changes, subjectID });
}

/** Changes the times of steps that have not run yet. If the change has taken effect, only its end can be moved. */
export async function reschedulePlanned({ context, plannedChangeID, input }: Replan<ReschedulePlanned>): Answer {
  const planned = await findPlanned(context, plannedChangeID);
  const refusal = actionRefusal(planned, "reschedule", input.digest);
  if (refusal) throw refusal;
  const { expected, responsible } = planned;
  const { decision, check } = await decisionOf(context, planned, input, { expected, responsible });
  const body = { ...input, digest: planned.digest };
  const step = { action: "reschedule", audit: "planned.changed", body } as const;
  return decidePlanned(context, plannedChangeID, step, (current, nowMs) => {
    check(nowMs);
    return rescheduled(current, decision, nowMs, randomUUID);
  });
}

/**
 * Reschedules a suspended or missed planned change with the contract that the person has reviewed. This person becomes
 * the responsible person.
 */
export async function resumePlanned({ context, plannedChangeID, input }: Replan<ResumePlanned>): Answer {
  const planned = await findPlanned(context, plannedChangeID);
  const refusal = actionRefusal(planned, "resume", input.digest);
  if (refusal) throw refusal;
  const { contract } = await readReviewed(context, planned.customerID, input.expected);
  const { staffID, email } = context.session.staff;
  const reviewed = { expected: wholeContract(contract), responsible: { staffID, email } };
  const { decision, check } = await decisionOf(context, planned, input, reviewed);
  const body = { ...input, digest: planned.digest };
  const step = { action: "resume", audit: "planned.changed", body } as const;
  return decidePlanned(context, plannedChangeID, step, (current, nowMs) => {
    check(nowMs);
    return resumed(current, decision, nowMs, randomUUID);
  });
}

/**
 * Makes the signed-in person the responsible person. When a step runs, the responsible person must have the permission.
 */
export async function takeOverPlanned({ context, plannedChangeID, input }: Replan<PlannedStepBody>): Answer {
  const planned = await findPlanned(context, plannedChangeID);
  const { staffID, email } = context.session.staff;
  const responsible = { staffID, email };
  const why = await reasonsFor(context, planned, responsible);
  const step = { action: "take-over", audit: "planned.taken-over", body: input } as const;
  return decidePlanned(context, plannedChangeID, step, (current, nowMs) =>
    takenOver(current, responsible, why, nowMs, randomUUID),
  );
}
