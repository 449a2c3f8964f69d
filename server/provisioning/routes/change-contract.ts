import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { messageSchema, messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { boundedBody } from "../bounded-body.ts";
import { plans, terms } from "../contract-values.ts";
import { type ContractChange, changeContract } from "../services/change-contract.ts";
import { invalidRequest, type ResourceContext } from "../services/resource-context.ts";
import { json, notFoundAnswer, pathID, upstreamAnswers } from "./answers.ts";

const bodySchema = z
  .strictObject(
    {
      term: z.enum(terms, { error: `must be one of ${terms.join(", ")}` }).optional(),
      plan: z.enum(plans, { error: `must be one of ${plans.join(", ")}` }).optional(),
    },
    { error: "must be a JSON object with term or plan" },
  )
  .openapi("ContractChange", {
    description: "Exactly one of both",
    minProperties: 1,
    maxProperties: 1,
    example: { plan: "enterprise" },
  });

const contractSchema = z
  .object({ term: z.string().openapi({ enum: [...terms] }), plan: z.string().openapi({ enum: [...plans] }) })
  .openapi("Contract");

/** `PATCH /customers/{customerID}/contract` (specification, section 4.4). */
const patchContract = createRoute({
  method: "patch",
  path: "/customers/{customerID}/contract",
  summary: "Change a customer's term or plan",
  security: [{ Bearer: [] }],
  middleware: boundedBody,
  request: {
    params: z.object({ customerID: pathID("customerID") }),
    body: { content: json(bodySchema), required: true },
  },
  responses: {
    200: { content: json(contractSchema), description: "The contract as it is now" },
    400: { content: json(messagesSchema), description: "The customerID or the body is not valid" },
    ...notFoundAnswer,
    413: { content: json(messageSchema), description: "The body is too large" },
    ...upstreamAnswers,
  },
});

/**
 * Refuses a body with both term and plan, or with neither. This mistake is reported even if the body has other mistakes
 * (specification, section 4.4).
 */
function refuseWrongCount(body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return;
  const hasMember = (name: string) => Object.hasOwn(body, name);
  if (hasMember("term") && hasMember("plan")) throw invalidRequest("term and plan cannot be updated at the same time");
  if (!hasMember("term") && !hasMember("plan")) throw invalidRequest("no contract updates were provided");
}

export function createContractRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({
    async defaultHook(result, c) {
      if (result.target === "json") refuseWrongCount(await c.req.json());
      refuseInvalid(result);
    },
  });
  router.openapi(patchContract, async (c) => {
    const input = c.req.valid("json") as ContractChange;
    return c.json(await changeContract({ context, customerID: c.req.valid("param").customerID, input }), 200);
  });
  return router;
}
