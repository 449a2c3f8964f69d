import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { customerSortKeys, maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { plans, terms } from "../contract-values.ts";
import { listCustomers, type ServiceOperationContext } from "../services/list-customers.ts";
import { json, upstreamAnswers } from "./answers.ts";
import { flag, oneOf, pageParameters, singleValue, timeSpan } from "./parameters.ts";

const querySchema = z
  .strictObject({
    ...pageParameters,
    sort: oneOf(customerSortKeys)
      .default("created")
      .openapi({
        type: "string",
        default: "created",
        enum: [...customerSortKeys],
        description: "Equal ones are ordered by customerID",
      }),
    ascending: flag.default(false).openapi({ type: "boolean", default: false, description: "Sort direction" }),
    datefrom: timeSpan.optional().openapi({
      type: "string",
      description: "Created on or after this date. Left out: 7 days before the request",
    }),
    dateto: timeSpan.optional().openapi({
      type: "string",
      description: "Created on or before this date, the whole UTC day of it",
    }),
    searchTerm: singleValue
      .max(maxSearchTermLength, { error: `must be ${maxSearchTermLength} characters or less` })
      .regex(/^\P{Cc}*$/u, { error: "must not hold control characters" })
      .optional()
      .openapi({
        description: "Found anywhere in companyName, adminUser.email or customerID; case and accents do not matter",
      }),
    includeDeleted: flag
      .default(false)
      .openapi({ type: "boolean", default: false, description: "Give deleted customers too" }),
  })
  .refine(({ datefrom, dateto }) => !datefrom || !dateto || datefrom.firstMs <= dateto.lastMs, {
    path: ["dateto"],
    error: "must not be before datefrom",
  });

const customerSchema = z
  .object({
    customerID: z.uuid(),
    companyName: z.string(),
    usersCount: z.int(),
    created: z.iso.datetime(),
    deletedAt: z.iso.datetime().optional().openapi({ description: "On deleted customers only" }),
    contract: z.object({
      term: z.string().openapi({ enum: [...terms] }),
      plan: z.string().openapi({ enum: [...plans] }),
    }),
    adminUser: z.object({ email: z.email().optional() }),
  })
  .openapi("Customer", {
    example: {
      customerID: "0b1f6d7e-3c52-4a55-9d0e-6b8f1c2d3e4f",
      companyName: "Nordlicht Logistik GmbH",
      usersCount: 12,
      created: "2026-11-20T09:30:00.000Z",
      contract: { term: "24-months", plan: "professional" },
      adminUser: { email: "anna.weber@nordlicht-logistik.example" },
    },
  });

const customerListSchema = z
  .object({ customers: z.array(customerSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("CustomerList");

/** `GET /customers` (specification, section 4.2). */
const getCustomers = createRoute({
  method: "get",
  path: "/customers",
  summary: "List customers",
  security: [{ Bearer: [] }],
  request: { query: querySchema },
  responses: {
    200: { content: json(customerListSchema), description: "A page of customers" },
    400: { content: json(messagesSchema), description: "The query is not valid" },
    ...upstreamAnswers,
  },
});

export function createCustomerRoutes(context: ServiceOperationContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getCustomers, async (c) => {
    const text = await listCustomers({ context, input: c.req.valid("query") });
    // The body is already JSON text. The types from the OpenAPI description cannot express this, so a cast is needed.
    return c.body(text, 200, { "Content-Type": "application/json" }) as never;
  });
  return router;
}
