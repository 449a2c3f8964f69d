import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { messageSchema, messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { boundedBody } from "../bounded-body.ts";
import { plans, terms } from "../contract-values.ts";
import { createCustomer } from "../services/create-customer.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { json, upstreamAnswers } from "./answers.ts";

const maxName = 120;
const maxUsers = 1_000_000;

const usersError = `must be a whole number from 1 to ${maxUsers}`;

const bodySchema = z
  .strictObject(
    {
      companyName: z
        .string({ error: "must be text" })
        .trim()
        .min(1, { error: "must not be empty" })
        .max(maxName, { error: `must be ${maxName} characters or less` })
        // A name must not contain unpaired surrogates or control characters.
        .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), { error: "must not hold control characters" })
        .openapi({ minLength: 1, maxLength: maxName, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$" }),
      plan: z.enum(plans, { error: `must be one of ${plans.join(", ")}` }),
      term: z.enum(terms, { error: `must be one of ${terms.join(", ")}` }),
      usersCount: z
        .int({ error: usersError })
        .min(1, { error: usersError })
        .max(maxUsers, { error: usersError })
        .default(1),
      adminUser: z
        .strictObject(
          {
            email: z
              .email({ error: "must be an e-mail address" })
              .max(254, { error: "must be 254 characters or less" })
              .optional(),
          },
          { error: "must be an object with email" },
        )
        .optional()
        .openapi({ description: "Its `email` is required on every plan but hardware-only" }),
    },
    { error: "must be a JSON object with companyName, plan, term and adminUser" },
  )
  .refine((body) => body.plan === "hardware-only" || body.adminUser?.email !== undefined, {
    path: ["adminUser.email"],
    error: "is required unless the plan is hardware-only",
    // This check also runs if other fields have errors. It is skipped only if `adminUser` itself has an error.
    when: ({ value, issues }) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ path }) => path?.[0] === "adminUser"),
  })
  .openapi("NewCustomer", {
    example: {
      companyName: "Nordlicht Logistik GmbH",
      plan: "professional",
      term: "24-months",
      usersCount: 12,
      adminUser: { email: "anna.weber@nordlicht-logistik.example" },
    },
  });

const headersSchema = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, { error: "must be 1 to 255 visible ASCII characters" })
    .optional()
    .openapi({ description: "Makes a repetition safe, for 48 hours: our extension" }),
});

const acceptedSchema = z
  .object({ jobID: z.uuid().openapi({ description: "Poll GET /jobs/{jobID}" }), customerID: z.uuid() })
  .openapi("CreationAccepted");

/** `POST /customers` (specification, section 4.3). */
const postCustomer = createRoute({
  method: "post",
  path: "/customers",
  summary: "Create a customer",
  description: "Asynchronous: follow the job that the answer names, do not send the request again.",
  security: [{ Bearer: [] }],
  middleware: boundedBody,
  request: { headers: headersSchema, body: { content: json(bodySchema), required: true } },
  responses: {
    202: { content: json(acceptedSchema), description: "The customer is listed, its job is queued" },
    400: { content: json(messagesSchema), description: "The body or the Idempotency-Key is not valid" },
    413: { content: json(messageSchema), description: "The body is too large" },
    ...upstreamAnswers,
    422: {
      content: json(messageSchema),
      description: "The Idempotency-Key came with another body before, or an internal service refused the values",
    },
  },
});

export function createCreationRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(postCustomer, async (c) => {
    const idempotencyKey = c.req.valid("header")["idempotency-key"];
    return c.json(await createCustomer({ context, input: c.req.valid("json"), idempotencyKey }), 202);
  });
  return router;
}
