import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import {
  createCustomerSchema,
  idempotencyKeySchema,
  onlyIfNewSchema,
  retryOfSchema,
} from "#lib/contract/operations/operation-requests.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { writeErrors } from "#server/bff/core/route-errors.ts";
import type { OperationServices } from "#server/bff/operations/operation-services.ts";
import { createCustomer } from "./create-customer.ts";

const route = routeWith<OperationServices>();

/** The route for creating a customer. */
export const creationRoutes = [
  route({
    method: "POST",
    path: "/api/:environment/customers",
    about:
      "Creates a customer. A repeated request with the same Idempotency-Key sends nothing and answers with the first result.",
    policy: createCustomerKind.permission.name,
    input: { body: createCustomerSchema },
    headers: {
      "Idempotency-Key": idempotencyKeySchema,
      "Retry-Of": retryOfSchema.optional(),
      "Only-If-New": onlyIfNewSchema.optional(),
    },
    answer: operationAnswerSchema,
    statuses: [202],
    errors: [...writeErrors, "idempotency_key_reused", "same_creation"],
    handler: (context, { body }) => createCustomer({ context, input: body }),
  }),
] as const;
