import { outcomeOfWrite } from "#lib/contract/operation-outcome.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { instant } from "#lib/format/instant.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

/** Converts a stored write to the console's API format. */
export function operationView(stored: StoredOperation): Operation {
  const { operationID, kind, environment, state, actor, request, createdAt } = stored;
  const { customerID, companyName, jobID, before, after, problem, finding, confirmedAt, sentAt, settledAt } = stored;
  const { job, againOf, createsCustomer, bulkID, ticket, reason, dueAt, verifiesEffect, effect, effectDueAt } = stored;
  const nextLookAt = state === "unknown" ? dueAt : effect === "awaited" ? effectDueAt : null;
  const operation = {
    operationID,
    kind,
    ...(verifiesEffect ? { verifiesEffect } : {}),
    environment,
    state,
    actor,
    request,
    ...(customerID === null ? {} : { customerID }),
    ...(companyName === null ? {} : { companyName }),
    ...(jobID === null ? {} : { jobID }),
    ...(job === null ? {} : { job }),
    ...(againOf === null ? {} : request.undoOf === againOf ? { undoOf: againOf } : { againOf }),
    ...(bulkID === null ? {} : createsCustomer ? { importID: bulkID } : { bulkID }),
    ...(typeof request.plannedChangeID === "string" ? { plannedChangeID: request.plannedChangeID } : {}),
    ...(ticket === null ? {} : { ticket }),
    ...(reason === null ? {} : { reason }),
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
    ...(confirmedAt === null ? {} : { confirmedAt: instant(confirmedAt) }),
    ...(problem === null ? {} : { problem }),
    ...(finding === null ? {} : { finding }),
    ...(effect === null ? {} : { effect }),
    ...(nextLookAt === null ? {} : { nextLookAt: instant(nextLookAt) }),
    createdAt: instant(createdAt),
    ...(sentAt === null ? {} : { sentAt: instant(sentAt) }),
    ...(settledAt === null ? {} : { settledAt: instant(settledAt) }),
  };
  return { ...operation, outcome: outcomeOfWrite(operation) };
}

/**
 * The console's response to a write request. Throws the problem if the write was refused. The problem contains the
 * write.
 */
export function operationAnswer(stored: StoredOperation): { operation: Operation } {
  const operation = operationView(stored);
  if (stored.state !== "rejected" || stored.problem === null) return { operation };
  const { code, detail, status, errors, upstreamStatus, retryAt } = stored.problem;
  throw new AppError(code, detail, {
    status,
    operation,
    errors: errors.map(({ field, message }) => (field === undefined ? { message } : { field, message })),
    ...(upstreamStatus === undefined ? {} : { upstreamStatus }),
    ...(retryAt === undefined ? {} : { retryAt }),
  });
}
