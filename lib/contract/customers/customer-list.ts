import { z } from "zod";
import { calendarDaySchema, invalidWindow } from "#lib/contract/dates.ts";
import { listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { customerSortKeys, maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { customerSchema } from "./customer.ts";

export type { CustomerSortKey, WindowPreset } from "#lib/contract/values/customers/customer-filters.ts";

const flag = z.enum(["true", "false"], { error: "must be true or false" }).transform((value) => value === "true");

/** The filters of the list and of the export, as text from a URL. */
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
    sort: z.enum(customerSortKeys, { error: `must be one of ${customerSortKeys.join(", ")}` }).default("created"),
    ascending: flag.default(false),
    ...customerFilters,
    /** True to include the API's full record of each row (`raw`). */
    raw: flag.default(false),
  })
  .refine(isValidWindow, invalidWindow);

export type CustomerListQuery = z.output<typeof customerListQuerySchema>;

/** The answer of `GET /api/{environment}/customers`. */
export const customerListSchema = z.object({
  customers: z.array(customerSchema),
  ...listEnvelope,
  /** The requested days of creation. `defaulted`: the request named no days. */
  window: z.object({ datefrom: z.string(), dateto: z.string().optional(), defaulted: z.boolean() }),
});

export type CustomerList = z.infer<typeof customerListSchema>;
