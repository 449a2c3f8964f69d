import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { invalidWindow } from "#lib/contract/dates.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { customerFilters } from "./customer-list.ts";
import { scanFilters } from "./customer-scan.ts";

/** The file formats in which customers can be exported. */
export const exportFormats = ["csv", "json"] as const;

/**
 * The query of `GET /api/{environment}/customers/export`, as text from a URL. It has the filters of the list and the
 * filters of the scan. The scan's filters reduce the number of rows in the file. The rows are always in the order of
 * creation, because in any other order rows may move while the list is read.
 */
export const customerExportQuerySchema = z
  .strictObject({
    format: z.enum(exportFormats, { error: `must be ${exportFormats.join(" or ")}` }),
    /** The column names of a CSV file. The members in a JSON file always have the API's names. */
    columnNames: csvColumnNamesSchema,
    ...customerFilters,
    ...scanFilters,
  })
  .refine(isValidWindow, invalidWindow);

export type CustomerExportQuery = z.output<typeof customerExportQuerySchema>;
