import { randomUUID } from "node:crypto";
import type { AuditAction, NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { ChangeLimitAnswer, ReleaseMore } from "#lib/contract/operations/change-limit.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { StoredLimitRequest } from "#server/bff/store/change-limits/change-limits.ts";
import { changeLimitAnswer, type LimitContext, releaseRefusal } from "./change-limit-view.ts";

function limitEvent(
  context: LimitContext,
  action: Extract<AuditAction, `change-limit.${string}`>,
  { requestID, person }: Pick<StoredLimitRequest, "requestID" | "person">,
  facts: Record<string, unknown>,
): NewAuditEvent {
  return {
    ...auditSource(context),
    action,
    environment: context.environment,
    outcome: "done",
    target: { kind: "change-limit", id: requestID },
    after: { person: person.email, ...facts },
  };
}

const invalid = (message: string) => new AppError("invalid_request", `${message} Nothing was asked.`);

/** Asks colleagues to release more changes. Only possible while the sender is at the limit. */
export async function askForMore(context: LimitContext, { reason }: { reason: string }): Promise<ChangeLimitAnswer> {
  const { services, environment, session } = context;
  const { staffID, email } = session.staff;
  const usage = await services.store.changeLimits.usageOf({ environment, staffID });
  if (!usage) throw invalid(`There is no change limit in ${environment}.`);
  if (usage.remaining > 0) throw invalid(`You can still change ${usage.remaining} customers in ${environment} now.`);
  const request = { requestID: randomUUID(), environment, person: { staffID, email }, reason };
  await services.store.changeLimits.ask(request, limitEvent(context, "change-limit.asked", request, { reason }));
  return changeLimitAnswer(context);
}

async function findWaiting({ services, environment }: LimitContext, requestID: string): Promise<StoredLimitRequest> {
  const request = await services.store.changeLimits.find(environment, requestID);
  if (!request) throw new AppError("not_found", `There is no such request for more changes in ${environment}.`);
  if (request.released) throw releasedMeanwhile();
  return request;
}

const releasedMeanwhile = () =>
  new AppError("approval_moved", "Somebody has already released more for this request. Nothing was changed.");

async function release(
  context: LimitContext,
  request: StoredLimitRequest,
  { customers, reason }: ReleaseMore,
  isEmergency: boolean,
): Promise<ChangeLimitAnswer> {
  const { staffID, email } = context.session.staff;
  const action = isEmergency ? "change-limit.emergency" : "change-limit.released";
  const event = limitEvent(context, action, request, { customers, reason });
  const released = { by: { staffID, email }, customers, reason, isEmergency };
  const { changeLimits } = context.services.store;
  if (!(await changeLimits.release(request.requestID, released, event))) throw releasedMeanwhile();
  return changeLimitAnswer(context);
}

/** Releases more changes for an hour. The sender must be independent of the person or key at the limit. */
export async function releaseMore(
  context: LimitContext,
  requestID: string,
  input: ReleaseMore,
): Promise<ChangeLimitAnswer> {
  const request = await findWaiting(context, requestID);
  const refusal = await releaseRefusal(context, request);
  if (refusal) throw refusal;
  return release(context, request, input, false);
}

/**
 * Releases more changes without a second person, in an emergency. Attention shows the release to everybody for a day.
 */
export async function releaseInEmergency(
  context: LimitContext,
  requestID: string,
  input: ReleaseMore,
): Promise<ChangeLimitAnswer> {
  const request = await findWaiting(context, requestID);
  if (!context.session.hasSecondFactor) {
    throw new AppError("factor_required", "An emergency needs a sign-in with a second factor. Nothing was changed.");
  }
  return release(context, request, input, true);
}
