import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import {
  type CreateCustomer,
  idempotencyKeySchema,
  onlyIfNewSchema,
  retryOfSchema,
} from "#lib/contract/operations/operation-requests.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import type { RequestHeaders, RouteContext } from "#server/bff/core/route.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { operationAnswer, operationView } from "#server/bff/operations/operation-view.ts";
import { type NewWrite, recordAndSend } from "#server/bff/operations/record-and-send.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { matchKeyOf } from "./creation-match.ts";
import { recordIfNew } from "./same-creation.ts";

type Context = RouteContext<"customers.create", "/api/:environment/customers", OperationServices>;

/** The request of a person who creates a customer. */
type CreationContext = Pick<
  Context,
  "services" | "environment" | "session" | "requestID" | "signal" | "address" | "requestHeaders"
>;

/**
 * Creates a customer. The creation is recorded, sent once, and its result is stored. The `Idempotency-Key` identifies
 * this creation for ever. If the same person repeats the request, the answer is the first result and nothing is sent.
 * The creation continues if the browser disconnects, because the API would not reliably notice an abort.
 */
export async function createCustomer({
  context,
  input,
}: {
  context: Context;
  input: CreateCustomer;
}): Promise<{ operation: Operation }> {
  const idempotencyKey = idempotencyKeyOf(context.requestHeaders);
  const againOf = retryOfHeader(context.requestHeaders);
  const isOnlyIfNew = onlyIfNewHeader(context.requestHeaders);
  return operationAnswer(await recordCreation(context, { input, idempotencyKey, againOf, isOnlyIfNew }));
}

/** Records and sends a creation, or returns the operation that was recorded with its idempotency key before. */
export function recordCreation(context: CreationContext, creation: Creation): Promise<StoredOperation> {
  const slot = `${context.environment} creation ${creation.idempotencyKey}`;
  return context.services.writes.run(slot, () => begin(context, creation));
}

function idempotencyKeyOf(headers: RequestHeaders): string {
  const parsed = idempotencyKeySchema.safeParse(headers.get("idempotency-key"));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "";
  throw new AppError("invalid_request", `The header Idempotency-Key ${message}.`, {
    errors: [{ field: "Idempotency-Key", message }],
  });
}

function retryOfHeader(headers: RequestHeaders): string | undefined {
  const header = headers.get("retry-of");
  if (header === null) return undefined;
  const parsed = retryOfSchema.safeParse(header);
  if (parsed.success) return parsed.data;
  throw refusedRepeat("is not an ID");
}

function onlyIfNewHeader(headers: RequestHeaders): boolean {
  const header = headers.get("only-if-new");
  if (header === null) return false;
  const { error } = onlyIfNewSchema.safeParse(header);
  if (!error) return true;
  const message = error.issues[0]?.message ?? "";
  throw new AppError("invalid_request", `The header Only-If-New ${message}.`, {
    errors: [{ field: "Only-If-New", message }],
  });
}

const refusedRepeat = (message: string) =>
  new AppError("invalid_request", `Nothing was sent: the operation to start again ${message}.`, {
    errors: [{ field: "Retry-Of", message }],
  });

/**
 * Throws if the creation with this `operationID` must not be repeated: it is not a creation in this environment, it has
 * not ended yet, or it has succeeded. In the last two cases, a repetition could create a second customer.
 */
async function checkRepeat({ services, environment }: CreationContext, operationID: string): Promise<void> {
  const first = await services.store.operations.find(environment, operationID);
  if (first?.kind !== createCustomerKind.kind)
    throw refusedRepeat(`is not the creation of a customer in ${environment}`);
  const { outcome } = operationView(first);
  if (outcome === "waiting" || outcome === "running") throw refusedRepeat("is still running");
  if (outcome === "done") throw refusedRepeat("has succeeded: its customer exists");
}

interface Creation {
  input: CreateCustomer;
  idempotencyKey: string;
  againOf?: string | undefined;
  isOnlyIfNew: boolean;
  /** Runs in the transaction that records the creation. If the guard throws, nothing is recorded. */
  guard?: (creation: NewOperation) => WriteGuard;
}

async function begin(context: CreationContext, { input, idempotencyKey, againOf, isOnlyIfNew, guard }: Creation) {
  const { operations } = context.services.store;
  const { console: reference, ...request } = input;
  // If an operation with this key already exists, nothing is sent, so no checks are needed.
  const isNew = (await operations.findByKey(context.environment, idempotencyKey)) === null;
  if (isNew) await requireReference(context.services, "creations", reference);
  if (isNew && againOf !== undefined) await checkRepeat(context, againOf);
  const record: NewWrite["record"] = async (creation) => {
    const recorded = await (isOnlyIfNew
      ? recordIfNew(operations, creation, guard?.(creation))
      : operations.record(creation));
    if (!recorded.isMine) {
      const { operation } = recorded;
      const isOwn = operation.actor.staffID === creation.actor.staffID;
      if (!isOwn || !isSameBody(operation, creation)) throw keyReused(isOwn ? operation : undefined);
    }
    return recorded;
  };
  const matchKey = matchKeyOf(request);
  const { companyName } = request;
  const creation = {
    kind: createCustomerKind.kind,
    request,
    reference,
    companyName,
    idempotencyKey,
    matchKey,
    againOf,
  };
  return recordAndSend(context, { ...creation, record });
}

/** True if two requests are equal, both in the part for the API and in the part for the console. */
const isSameBody = ({ bodyHash, ticket, reason }: StoredOperation, { reference, ...creation }: NewOperation) =>
  bodyHash === creation.bodyHash && ticket === (reference?.ticket ?? null) && reason === (reference?.reason ?? null);

/** The error for a key that was used for another request. Another person's operation is not shown. */
const keyReused = (own: StoredOperation | undefined) =>
  new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for another customer. Make a new key for a new customer, or send the same request to get its result.",
    {
      errors: [{ field: "Idempotency-Key", message: "belongs to another request" }],
      ...(own && { operation: operationView(own) }),
    },
  );
