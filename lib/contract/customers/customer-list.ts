import { z } from "zod";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { areValidRanges, invalidRange, knownFilters, listedCustomerSchema, recordMembers } from "./known-list.ts";

export type { CustomerSortKey, WindowPreset } from "#lib/contract/values/customers/customer-filters.ts";

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/** The filters that both the API and the console support, for the list and for the export; as text from a URL. */
export const customerFilters = {
  /** Only customers created on or after this UTC day. Absent: the last 7 days, which is the API's own default. */
  datefrom: calendarDaySchema.optional(),
  /** Only customers created on or before this UTC day. The whole day is included. */
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
 * The query of `GET /api/{environment}/customers`, as text from a URL. Unknown parameters are refused. Otherwise a
 * misspelt filter would be ignored, and the list would contain too many customers.
 */
export const customerListQuerySchema = z
  .strictObject({
    ...pageQuery,
    sort: z.enum(listSortKeys, { error: `must be one of ${listSortKeys.join(", ")}` }).default("created"),
    ascending: flag.default(false),
    ...customerFilters,
    ...knownFilters,
    /**
     * `known`: use the store of known customers even if the API could answer. The store is also used if the API does
     * not support one of the filters or the sort key.
     */
    source: z.literal("known", { error: "must be known" }).optional(),
    /** True to include the API's complete record of each row (`raw`). */
    raw: flag.default(false),
  })
  .refine(isValidWindow, invalidWindow)
  .refine(areValidRanges, invalidRange);

export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers`. It comes from the API or from the store of known customers. The
 * store is used if the query needs it (`needsRecord`), or if the API does not answer (`stale`). A list from the store
 * has `facets`, `coverage`, `notProvided` and an exact `total`. Its `asOf` is the time at which the oldest data on the
 * page were read.
 */
export const customerListSchema = z.object({
  customers: z.array(listedCustomerSchema),
  ...listEnvelope,
  ...recordMembers,
  /** The requested range of creation days. `defaulted`: true if the request contained no range. */
  window: z.object({ datefrom: z.string(), dateto: z.string().optional(), defaulted: z.boolean() }),
});

export type CustomerList = z.infer<typeof customerListSchema>;
