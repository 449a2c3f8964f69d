import { z } from "zod";
import { csvColumnNamesSchema } from "#lib/contract/csv-column-names.ts";
import { invalidWindow } from "#lib/contract/dates.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { customerFilters } from "./customer-list.ts";
import { scanFilters } from "./customer-scan.ts";

/** The forms in which customers can be taken out of the console. */
export const exportFormats = ["csv", "json"] as const;

/**
 * The query of `GET /api/{environment}/customers/export`, as text from a URL: the list's filters, and
 * those of the scan, with which the file has fewer customers than the list. There is no order to choose: only in order of creation does a list keep its places while it is read.
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
