import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Approval } from "#lib/contract/operations/approval.ts";
import { instant } from "#lib/format/instant.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";

function viewOf(stored: StoredApproval): Approval {
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

/** An approval request as the console shows it, with the current names of people. */
export async function approvalView({ staff }: Pick<ConsoleStore, "staff">, stored: StoredApproval): Promise<Approval> {
  const [approval] = await withPersonNames(staff, ["requestedBy", "decidedBy"], [viewOf(stored)]);
  const acknowledger = stored.acknowledgedBy === null ? null : await staff.findByEmail(stored.acknowledgedBy);
  return { ...(approval as Approval), ...(acknowledger && { acknowledgedByName: acknowledger.name }) };
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
