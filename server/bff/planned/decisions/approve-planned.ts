import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { ApprovePlanned, RejectPlanned } from "#lib/contract/operations/planned-requests.ts";
import { approved, rejected } from "#server/bff/store/planned/planned-edits.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { appliesOf, isPendingStep } from "#server/bff/store/planned/planned-state.ts";
import { actionRefusal, approvalRefusal, findPlanned } from "../find-planned.ts";
import { readReviewed } from "../read-reviewed.ts";
import { type DecisionContext, decidePlanned } from "./decide-planned.ts";

interface Deciding<Input> {
  context: DecisionContext;
  plannedChangeID: string;
  input: Input;
}

/**
 * Throws if the sender requested the planned change, is responsible for it or has edited it: such a person may not
 * approve it.
 */
async function requireOther({ services, session }: DecisionContext, planned: StoredPlanned): Promise<void> {
  const refusal = await approvalRefusal(services, session, planned);
  if (refusal) throw refusal;
}

/** Approves exactly the reviewed version: another digest or a changed contract is refused. */
export async function approvePlanned({
  context,
  plannedChangeID,
  input,
}: Deciding<ApprovePlanned>): Promise<{ plannedChange: PlannedChange }> {
  const planned = await findPlanned(context, plannedChangeID);
  const refusal = actionRefusal(planned, "approve", input.digest);
  if (refusal) throw refusal;
  await requireOther(context, planned);
  const [next] = appliesOf(planned).filter(isPendingStep);
  await readReviewed(context, planned.customerID, next?.reviewed ?? planned.expected);
  // The approval refers to this digest. An edit or a takeover in the meantime creates another one.
  const step = { action: "approve", audit: "planned.approved", body: input } as const;
  return decidePlanned(context, plannedChangeID, step, (current, nowMs) => {
    if (nowMs > (current.approval?.expiresAt ?? 0)) {
      throw new AppError("planned_moved", "The time to approve it is over. It has to be planned again.");
    }
    return approved(current, personOf(context), nowMs);
  });
}

const personOf = ({ session }: DecisionContext) => {
  const { staffID, email } = session.staff;
  return { staffID, email };
};

/** Rejects a planned change that awaits approval, with a reason. */
export async function rejectPlanned({
  context,
  plannedChangeID,
  input,
}: Deciding<RejectPlanned>): Promise<{ plannedChange: PlannedChange }> {
  const { digest, reason } = input;
  await requireOther(context, await findPlanned(context, plannedChangeID));
  const step = { action: "reject", audit: "planned.rejected", body: { digest }, reason } as const;
  return decidePlanned(context, plannedChangeID, step, (planned, nowMs) =>
    rejected(planned, personOf(context), reason, nowMs),
  );
}
