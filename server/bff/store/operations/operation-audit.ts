import type { Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { OperationSource, StoredOperation } from "./operation-rows.ts";

/** The members that all events of one write have in common. */
function eventOf({ operationID, environment, actor, ticket }: StoredOperation) {
  return {
    actor: { kind: "staff", id: actor.staffID, email: actor.email },
    environment,
    target: { kind: "operation", id: operationID },
    ...(ticket !== null && { ticket }),
  } as const;
}

/** The audit event of a recorded write, before anything is sent. */
export function recordedEvent(operation: StoredOperation, source: OperationSource = {}): NewAuditEvent {
  const { kind, request, customerID, againOf, bulkID, reason } = operation;
  return {
    ...eventOf(operation),
    ...source,
    action: "operation.recorded",
    outcome: "done",
    after: {
      kind,
      request,
      ...(customerID !== null && { customerID }),
      ...(againOf !== null && { againOf }),
      ...(bulkID !== null && { bulkID }),
      ...(reason !== null && { reason }),
    },
  };
}

/** The audit event of a settled write. A write with an unknown result counts as settled too. */
export function settledEvent(operation: StoredOperation): NewAuditEvent {
  const { kind, state, customerID, jobID, before, after, problem, confirmedAt, effect, sentAt } = operation;
  const isAccepted = state === "accepted" || state === "reconciled";
  const write = { state, sentAt: sentAt ?? undefined, problem: problem ?? undefined };
  return {
    ...eventOf(operation),
    ...(problem && { requestID: problem.requestID }),
    // The first event of an accepted change is `settled`. After an answer of the API has shown the changed contract,
    // the next event is `verified`.
    action: state === "accepted" && confirmedAt !== null ? "operation.verified" : "operation.settled",
    // With any other effect, the write was not verified and is no longer checked.
    outcome: isAccepted && (effect === null || effect === "awaited") ? "done" : "failed",
    ...(before !== null && { before }),
    after: {
      kind,
      state,
      ...(effect !== null && { effect }),
      ...(customerID !== null && { customerID }),
      ...(jobID !== null && { jobID }),
      ...(after !== null && { contract: after }),
      ...(problem !== null && { code: problem.code }),
      // `result` shows whether the API rejected the write or the console did not send it. An unsent write does not
      // count as failed.
      ...(state === "rejected" && { result: outcomeDetailOf(write) }),
    },
  };
}

/** Adds the event of a write to the audit log. The actor is a person, an API client or the console itself. */
export async function appendWriteEvent(
  transaction: Transaction<ConsoleSchema>,
  event: NewAuditEvent,
  nowMs: number,
): Promise<void> {
  const maker = await transaction
    .selectFrom("staff")
    .select("kind")
    .where("staffID", "=", event.actor.id ?? "")
    .executeTakeFirst();
  const isOther = maker?.kind === "client" || maker?.kind === "console";
  const actor = { ...event.actor, ...(isOther && { kind: maker.kind as "client" | "console" }) };
  await appendAudit(transaction, { ...event, actor }, nowMs);
}
