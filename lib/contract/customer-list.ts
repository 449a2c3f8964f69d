import { z } from "zod";
import { customerSchema } from "./customer.ts";
import { calendarDaySchema, isWindow, notAWindow } from "./dates.ts";
import { listEnvelope, pageQuery } from "./list.ts";

/** The fields by which the API sorts customers (specification, section 4.2). */
export const customerSortKeys = ["created", "companyName", "usersCount"] as const;

export type CustomerSortKey = (typeof customerSortKeys)[number];

/** The API's window when `datefrom` is left out, in days (specification, sections 4.2 and 8). */
export const defaultWindowDays = 7;

/** The longest search term that the console sends, in characters. */
export const maxSearchTermLength = 200;

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/** Which customers: the filters of the list and of the export, as text from a URL. */
export const customerFilters = {
  /** Created on or after this UTC day. Left out: the last 7 days, as the API does it. */
  datefrom: calendarDaySchema.optional(),
  /** Created on or before this UTC day, the whole of it. */
  dateto: calendarDaySchema.optional(),
  searchTerm: z
    .string()
    .trim()
    .max(maxSearchTermLength, { error: `must be ${maxSearchTermLength} characters or less` })
    .transform((value) => (value === "" ? undefined : value))
    .optional(),
  includeDeleted: flag.default(false),
};

/**
 * The query of `GET /api/{environment}/customers`, as text from a URL. Anything that is not listed
 * here is refused, so that a misspelt filter never widens a list silently.
 */
export const customerListQuerySchema = z
  .strictObject({
    ...pageQuery,
    sort: z.enum(customerSortKeys, { error: `must be one of ${customerSortKeys.join(", ")}` }).default("created"),
    ascending: flag.default(false),
    ...customerFilters,
  })
  .refine(isWindow, notAWindow);

export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/** The answer of `GET /api/{environment}/customers`. */
export const customerListSchema = z.object({
  customers: z.array(customerSchema),
  ...listEnvelope,
  /** The creation dates that were asked for; `defaulted` when the request named none. */
  window: z.object({ datefrom: z.string(), dateto: z.string().optional(), defaulted: z.boolean() }),
});

export type CustomerList = z.infer<typeof customerListSchema>;
