import { z } from "zod";
import { customerSchema } from "./customer.ts";
import { calendarDaySchema } from "./dates.ts";

/** The fields by which the API sorts customers (specification, section 4.2). */
export const customerSortKeys = ["created", "companyName", "usersCount"] as const;

export type CustomerSortKey = (typeof customerSortKeys)[number];

/** The largest page that the API gives (specification, section 8). */
export const maximumLimit = 100;

/** The API's window when `datefrom` is left out, in days (specification, sections 4.2 and 8). */
export const defaultWindowDays = 7;

/** The longest search term that the console sends, in characters. */
export const maximumSearchTermLength = 200;

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .string()
    .regex(/^\d{1,15}$/, { error: "must be a whole number" })
    .transform(Number)
    .pipe(
      z
        .number()
        .min(least, { error: `must be ${least} or more` })
        .max(most, { error: `must be ${most} or less` }),
    );

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/**
 * The query of `GET /api/{environment}/customers`, as text from a URL. Anything that is not listed
 * here is refused, so that a misspelt filter never widens a list silently.
 */
export const customerListQuerySchema = z
  .strictObject({
    limit: wholeNumber(1, maximumLimit).default(25),
    offset: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
    sort: z.enum(customerSortKeys, { error: `must be one of ${customerSortKeys.join(", ")}` }).default("created"),
    ascending: flag.default(false),
    /** On or after this UTC day. Left out: the last 7 days, as the API does it. */
    datefrom: calendarDaySchema.optional(),
    /** On or before this UTC day, the whole of it. */
    dateto: calendarDaySchema.optional(),
    searchTerm: z
      .string()
      .trim()
      .max(maximumSearchTermLength, { error: `must be ${maximumSearchTermLength} characters or less` })
      .transform((value) => (value === "" ? undefined : value))
      .optional(),
    includeDeleted: flag.default(false),
  })
  .refine((query) => !query.datefrom || !query.dateto || query.datefrom <= query.dateto, {
    path: ["dateto"],
    error: "must not be before datefrom",
  });

export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/** The answer of `GET /api/{environment}/customers`. */
export const customerListSchema = z.object({
  customers: z.array(customerSchema),
  /** How many customers match, over all pages. */
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  /** When the API gave this answer, ISO 8601 in UTC. */
  asOf: z.string(),
  /** True when the last good answer is shown in place of a new one. */
  stale: z.literal(true).optional(),
  /** The creation dates that were asked for; `defaulted` when the request named none. */
  window: z.object({ datefrom: z.string(), dateto: z.string().optional(), defaulted: z.boolean() }),
});

export type CustomerList = z.infer<typeof customerListSchema>;
