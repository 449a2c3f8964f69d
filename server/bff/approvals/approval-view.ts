import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Approval } from "#lib/contract/operations/approval.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** An approval request as the console shows it. */
export function approvalView(stored: StoredApproval): Approval {
  const { approvalID, environment, kind, state, digest, why, request, subjectID, reason, ticket } = stored;
  const { requestedBy, createdAt, expiresAt, decidedBy, decidedAt, decisionReason, isEmergency } = stored;
  const { acknowledgedBy, operationID } = stored;
  return {
    approvalID,
    environment,
    kind,
    state,
    digest,
    why,
    ...request,
    ...(kind !== "change" && { subjectID }),
    ...(reason !== null && { reason }),
    ...(ticket !== null && { ticket }),
    requestedBy,
    requestedAt: instant(createdAt),
    expiresAt: instant(expiresAt),
    ...(decidedBy && { decidedBy }),
    ...(decidedAt !== null && { decidedAt: instant(decidedAt) }),
    ...(decisionReason !== null && { decisionReason }),
    ...(isEmergency && { emergency: true as const }),
    ...(acknowledgedBy !== null && { acknowledgedBy }),
    ...(operationID !== null && { operationID }),
  };
}

const stateWords = {
  waiting: "waits",
  approved: "was approved",
  rejected: "was refused",
  withdrawn: "was withdrawn",
  expired: "has expired",
  void: "is for something that has changed since",
} as const satisfies Record<StoredApproval["state"], string>;

/** The error for a decision that comes too late or does not cover the current content. */
export function approvalMoved({ state }: Pick<StoredApproval, "state">): AppError {
  const text =
    state === "waiting" ? "This is not what was requested" : `The request ${stateWords[state]} in the meantime`;
  return new AppError("approval_moved", `${text}. Check it again. Nothing was sent.`);
}
