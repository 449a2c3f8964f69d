import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { customerSortKeys, maximumSearchTermLength } from "#lib/contract/customer-list.ts";
import { maximumLimit } from "#lib/contract/list.ts";
import { messageSchema, messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { plans, terms } from "../contract-values.ts";
import { listCustomers, type ServiceOperationContext } from "../services/list-customers.ts";
import { parseTimeSpan } from "../services/time-window.ts";

/** The page's size when `limit` is left out (specification, section 8). */
const defaultLimit = 10;

// A parameter that comes twice reaches the schema as an array.
const once = z.string({ error: "must be given once" });

const wholeNumber = (least: number, most: number, error: string) =>
  once
    .regex(/^\d{1,15}$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  once.pipe(z.enum(values, { error: `must be one of ${values.join(", ")}` }));

const flag = once
  .pipe(z.enum(["true", "false"], { error: "must be true or false" }))
  .transform((value) => value === "true");

const timeSpan = once.transform((text, context) => {
  const span = parseTimeSpan(text);
  if (span) return span;
  context.addIssue({
    code: "custom",
    message: "must be a date that exists (YYYY-MM-DD) or an ISO timestamp with its zone",
  });
  return z.NEVER;
});

const querySchema = z
  .strictObject({
    limit: wholeNumber(1, maximumLimit, `must be a whole number from 1 to ${maximumLimit}`)
      .default(defaultLimit)
      .openapi({
        type: "integer",
        default: defaultLimit,
        minimum: 1,
        maximum: maximumLimit,
        description: "Most items to give",
      }),
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER, "must be a whole number, 0 or more")
      .default(0)
      .openapi({ type: "integer", default: 0, minimum: 0, description: "Items to skip" }),
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
    searchTerm: once
      .max(maximumSearchTermLength, { error: `must be ${maximumSearchTermLength} characters or less` })
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
  .openapi("Customer");

const customerListSchema = z
  .object({ customers: z.array(customerSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .openapi("CustomerList");

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

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
    401: { content: json(messageSchema), description: "The token is missing, invalid or has expired" },
  },
});

export function createCustomerRoutes(context: ServiceOperationContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getCustomers, async (c) => c.json(await listCustomers({ context, input: c.req.valid("query") }), 200));
  return router;
}
