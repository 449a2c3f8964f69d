import { AppError } from "#lib/contract/operations/app-error.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { DecisionContext } from "./find-approval.ts";

type Asking = Pick<DecisionContext, "services" | "environment" | "session">;

/**
 * Why the signed-in person may not decide a request: this person requested, started or edited it, or could use an
 * account of somebody who did. Undefined if the person may decide.
 */
export async function decisionRefusal(
  { services, session, environment }: Asking,
  { kind, subjectID, requestedBy }: StoredApproval,
): Promise<AppError | undefined> {
  const source = services.approvalSources.find((one) => one.kind === kind);
  const subject = await source?.describe(environment, subjectID);
  const { requesters = [], editors } = subject?.parts ?? {};
  return services.approvalGate.otherPersonRefusal(session.staff, { requesters: [requestedBy, ...requesters], editors });
}

/**
 * Why the signed-in person may not acknowledge an emergency: this person released or requested it, or could use an
 * account of somebody who did. Undefined if the person may acknowledge it.
 */
export async function acknowledgeRefusal(
  { services, session }: Asking,
  { requestedBy, decidedBy }: StoredApproval,
): Promise<AppError | undefined> {
  if (decidedBy?.staffID === session.staff.staffID) {
    return new AppError("other_person_required", "Another person must acknowledge this: you released it.");
  }
  if (requestedBy.staffID === session.staff.staffID) {
    return new AppError("other_person_required", "Another person must acknowledge this: you requested it.");
  }
  const requesters = decidedBy ? [decidedBy, requestedBy] : [requestedBy];
  return services.approvalGate.otherPersonRefusal(session.staff, { requesters });
}

/**
 * True if the signed-in person made this approval request, either directly or with an API key that this person created.
 */
export async function isOwnRequest({ services, session }: Asking, { requestedBy }: StoredApproval): Promise<boolean> {
  const { staffID } = session.staff;
  return (
    requestedBy.staffID === staffID || (await services.store.approvalPolicy.ownerOf(requestedBy.staffID)) === staffID
  );
}
