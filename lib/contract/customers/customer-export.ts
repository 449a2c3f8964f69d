import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { invalidWindow } from "#lib/contract/dates.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { customerFilters } from "./customer-list.ts";
import { scanFilters } from "./customer-scan.ts";

/** The file formats for exporting customers. */
export const exportFormats = ["csv", "json"] as const;

/**
 * The query of `GET /api/{environment}/customers/export`, as text from a URL: the list's filters and those of the scan,
 * which reduce the number of rows in the file. The order is fixed: only in order of creation do rows keep their places
 * while the list is read.
 */
export const customerExportQuerySchema = z
  .strictObject({
    format: z.enum(exportFormats, { error: `must be ${exportFormats.join(" or ")}` }),
    /** Of a CSV file; the members of JSON are the API's. */
    columnNames: csvColumnNamesSchema,
    ...customerFilters,
    ...scanFilters,
  })
  .refine(isValidWindow, invalidWindow);

export type CustomerExportQuery = z.output<typeof customerExportQuerySchema>;
