import type { AuditAction } from "#lib/contract/access/audit.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedAction, PlannedChange } from "#lib/contract/operations/planned.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { StoredPlanned, StoredReason } from "#server/bff/store/planned/planned-rows.ts";
import { actionRefusal, findPlanned, noSuchPlanned } from "../find-planned.ts";
import type { PlannedServices } from "../planned-services.ts";
import { plannedAnswer } from "../planned-view.ts";

/** The context of a person's action on a planned change. */
export type DecisionContext = RouteContext<
  "planned.run",
  `/api/:environment/planned/:plannedChangeID/${string}`,
  PlannedServices
>;

/** The members that the request body of every action may have. */
export interface DecisionBody {
  digest?: string | undefined;
  console?: WriteReference | undefined;
}

/** A person's decision, as a reason. It is stored with the steps that the decision ends. */
export function personReason(
  { session }: Pick<DecisionContext, "session">,
  code: Extract<StoredReason["code"], "person" | "kept">,
  done: string,
  nowMs: number,
): StoredReason {
  return { code, message: `${done} by ${session.staff.name || session.staff.email}.`, atMs: nowMs };
}

/**
 * Performs a person's action and records it in the audit log. The action is refused if it is not possible now. It is
 * also refused if the planned change was edited after the version that the person saw.
 */
export async function decidePlanned(
  context: DecisionContext,
  plannedChangeID: string,
  step: { action: PlannedAction; audit: AuditAction; body: DecisionBody | undefined },
  decide: (planned: StoredPlanned, nowMs: number) => StoredPlanned,
): Promise<{ plannedChange: PlannedChange }> {
  const { services, environment } = context;
  const { action, audit, body } = step;
  const reason = body?.console?.reason;
  const ticket = body?.console?.ticket;
  // The request or the planned change must have the ticket and the reason that the policy requires.
  await requireReference(services, "contract-changes", body?.console, await findPlanned(context, plannedChangeID));
  const event = {
    ...auditSource(context),
    action: audit,
    ...(reason !== undefined && { reason }),
    ...(ticket !== undefined && { ticket }),
  };
  let refusal: AppError | undefined;
  const planned = await services.store.planned.change({ environment, plannedChangeID }, (before, nowMs) => {
    refusal = actionRefusal(before, action, body?.digest);
    if (refusal) return null;
    try {
      return { planned: decide(before, nowMs), event };
    } catch (thrown) {
      if (!isAppError(thrown)) throw thrown;
      refusal = thrown;
      return null;
    }
  });
  if (!planned) throw noSuchPlanned(environment);
  if (refusal) throw refusal;
  services.plannedRunner.wake();
  return plannedAnswer(services, planned);
}
