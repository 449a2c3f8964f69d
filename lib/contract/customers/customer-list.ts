import { z } from "zod";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { areValidRanges, invalidRange, knownFilters, listedCustomerSchema, recordMembers } from "./known-list.ts";

export type { CustomerSortKey, WindowPreset } from "#lib/contract/values/customers/customer-filters.ts";

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/** The filters of the list and of the export that the API has too, as text from a URL. */
export const customerFilters = {
  /** Created on or after this UTC day. Absent: the last 7 days, which is the API's own default. */
  datefrom: calendarDaySchema.optional(),
  /** Created on or before this UTC day. The whole day is included. */
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
 * The query of `GET /api/{environment}/customers`, as text from a URL. Any other parameter is refused, so that a
 * misspelt filter never widens a list without a message.
 */
export const customerListQuerySchema = z
  .strictObject({
    ...pageQuery,
    sort: z.enum(listSortKeys, { error: `must be one of ${listSortKeys.join(", ")}` }).default("created"),
    ascending: flag.default(false),
    ...customerFilters,
    ...knownFilters,
    /**
     * `known`: the list comes from the record even if the API could answer. Any filter or sort key that the API does not
     * have implies it.
     */
    source: z.literal("known", { error: "must be known" }).optional(),
    /** True to include the API's full record of each row (`raw`). */
    raw: flag.default(false),
  })
  .refine(isValidWindow, invalidWindow)
  .refine(areValidRanges, invalidRange);

export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers`. It comes from the API, or from the record of known customers:
 * because the query needs it (`needsRecord`), or with `stale` because the API cannot be asked. A list from the record
 * has `facets`, `coverage` and `notProvided`, an exact `total`, and `asOf` is the oldest reading on the page.
 */
export const customerListSchema = z.object({
  customers: z.array(listedCustomerSchema),
  ...listEnvelope,
  ...recordMembers,
  /** The requested days of creation. `defaulted`: the request named none. */
  window: z.object({ datefrom: z.string(), dateto: z.string().optional(), defaulted: z.boolean() }),
});

export type CustomerList = z.infer<typeof customerListSchema>;
