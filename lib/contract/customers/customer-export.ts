import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { invalidWindow } from "#lib/contract/dates.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { parseUsersRange } from "#lib/contract/values/customers/users-range.ts";
import { customerFilters } from "./customer-list.ts";
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

export type CustomerExportQuery = z.output<typeof customerExportQuerySchema>;
