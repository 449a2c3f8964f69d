import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { invalidWindow } from "#lib/contract/dates.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { parseUsersRange } from "#lib/contract/values/customers/users-range.ts";
import { customerSchema } from "./customer.ts";
import { customerFilters, customerListSchema } from "./customer-list.ts";
import { areValidRanges, invalidRange, knownFilters } from "./known-list.ts";

/** The file formats in which customers can be exported. */
export const exportFormats = ["csv", "json"] as const;

/** Parses a range of users: `10`, `10..`, `..50` or `10..50`. */
const usersWord = z.string().transform((word, context) => {
  const range = parseUsersRange(word);
  if (range) return range;
  context.addIssue({ code: "custom", message: "must be a number or a range such as 10..50" });
  return z.NEVER;
});

/**
 * The query of `GET /api/{environment}/customers/export`, as text from a URL: the filters of the list. The order is
 * always the order of creation, because in any other order rows may move during the export. If a filter does not exist
 * in the API, the store of known customers provides the matching customers. The console then reads each customer from
 * the API again and exports it only if it still matches. The end of a JSON file reports the skipped customers:
 * `changed` customers no longer match, and `unconfirmed` customers were not in the API's list.
 */
export const customerExportQuerySchema = z
  .strictObject({
    format: z.enum(exportFormats, { error: `must be ${exportFormats.join(" or ")}` }),
    /** The column names of a CSV file. A JSON file always uses the API's names. */
    columnNames: csvColumnNamesSchema,
    ...customerFilters,
    ...knownFilters,
    /** The old form of `usersFrom` and `usersTo`, such as `10..50`. */
    users: usersWord.optional(),
  })
  .refine(isValidWindow, invalidWindow)
  .refine(areValidRanges, invalidRange);

/** The JSON file of `GET /api/{environment}/customers/export`. A file that was cut off is not valid JSON. */
export const customerExportFileSchema = z.object({
  environment: environmentSchema,
  /** When the export began; ISO 8601 in UTC. */
  asOf: z.string(),
  window: customerListSchema.shape.window,
  customers: z.array(customerSchema),
  /** The number of customers in the list when the export began. */
  expected: z.number(),
  /** The number of customers in this file. */
  count: z.number(),
  /** True if the list changed while it was read, or if the number of customers differs from `expected`. */
  drifted: z.boolean(),
  /** False if the API did not return all of its customers. */
  complete: z.boolean(),
  /** With a filter that the API does not have: the number of known customers that no longer match. */
  changed: z.number().optional(),
  /** With a filter that the API does not have: the number of known customers that the API's list did not contain. */
  unconfirmed: z.number().optional(),
});

export type CustomerExportQuery = z.output<typeof customerExportQuerySchema>;
