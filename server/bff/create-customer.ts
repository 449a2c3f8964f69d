import { randomUUID } from "node:crypto";
import { AppError } from "#lib/contract/errors.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { type CreateCustomer, idempotencyKeySchema } from "#lib/contract/operation-requests.ts";
import { matchKeyOf } from "./creation-match.ts";
import { operationAnswer } from "./operation-view.ts";
import { requestHash } from "./request-hash.ts";
import type { RouteContext } from "./route.ts";
import { callOfWrite, inFlightMs, keepResult, problemOfWrite } from "./settle-write.ts";
import type { StoredOperation } from "./store/operation-rows.ts";

type Context = RouteContext<"editor", "/api/:environment/customers">;

/**
 * Begins a new customer: kept in the store, sent once, settled. The `Idempotency-Key` names this one
 * creation for ever: whoever sends the same again gets what became of it, and nothing is sent. The
 * browser's going away changes nothing, because the API would not notice it reliably.
 */
export async function createCustomer({
  context,
  input,
}: {
  context: Context;
  input: CreateCustomer;
}): Promise<{ operation: Operation }> {
  const idempotencyKey = idempotencyKeyOf(context.requestHeaders);
  const slot = `${context.environment} creation ${idempotencyKey}`;
  const settled = await context.services.writes.run(slot, () => recordAndSend(context, input, idempotencyKey));
  context.answerWith(202);
  return operationAnswer(settled);
}

function idempotencyKeyOf(headers: Headers): string {
  const parsed = idempotencyKeySchema.safeParse(headers.get("idempotency-key"));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "";
  throw new AppError("invalid_request", `The header Idempotency-Key ${message}.`, {
    errors: [{ field: "Idempotency-Key", message }],
  });
}

async function recordAndSend(context: Context, input: CreateCustomer, idempotencyKey: string) {
  const { services, environment, session } = context;
  const { operations } = services.store;
  const { staffID, email } = session.staff;
  const nowMs = services.clock.now();
  const bodyHash = requestHash(input);
  const { operation, isMine } = await operations.record({
    operationID: randomUUID(),
    kind: "create-customer",
    environment,
    actor: { staffID, email },
    request: input,
    idempotencyKey,
    bodyHash,
    matchKey: matchKeyOf(input),
    customerID: null,
    createdAt: nowMs,
    dueAt: nowMs + inFlightMs,
  });
  if (isMine) return send(context, operation);
  if (operation.bodyHash === bodyHash) return operation;
  throw new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another customer. Make a new key for a new customer, or send the same request to learn what became of it.",
    { errors: [{ field: "Idempotency-Key", message: "belongs to another request" }] },
  );
}

async function send(context: Context, recorded: StoredOperation): Promise<StoredOperation> {
  const { services, requestID } = context;
  const { clock, store, reconciler } = services;
  const { client, call } = callOfWrite(context);
  const { operationID, request } = recorded;
  const sentAt = clock.now();
  const sent = await store.operations.markSent(operationID, { dueAt: sentAt + inFlightMs }, sentAt);
  if (!sent.isMine) return sent.operation;
  const result = await client.createCustomer(request, call);
  const settled = await keepResult(services, sent.operation, requestID, () => {
    const nowMs = clock.now();
    if (result.outcome === "accepted") {
      const { customerID, jobID } = result.value;
      return store.operations.settle(operationID, ["sent", "unknown"], { state: "accepted", customerID, jobID }, nowMs);
    }
    const problem = problemOfWrite(result, requestID);
    return result.outcome === "unknown"
      ? store.operations.settle(operationID, ["sent"], { state: "unknown", problem, dueAt: nowMs }, nowMs)
      : store.operations.settle(operationID, ["sent", "unknown"], { state: "rejected", problem }, nowMs);
  });
  if (settled.state === "unknown") reconciler.wake();
  return settled;
}
