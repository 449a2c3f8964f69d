import { z } from "zod";
import { customerFilters } from "./customer-list.ts";
import { isWindow, notAWindow } from "./dates.ts";

/** The forms in which customers can be taken out of the console. */
export const exportFormats = ["csv", "json"] as const;

/**
 * The query of `GET /api/{environment}/customers/export`, as text from a URL: the list's filters.
 * There is no order to choose: only in order of creation does a list keep its places while it is read.
 */
export const customerExportQuerySchema = z
  .strictObject({
    format: z.enum(exportFormats, { error: `must be ${exportFormats.join(" or ")}` }),
    ...customerFilters,
  })
  .refine(isWindow, notAWindow);

export type CustomerExportQuery = z.output<typeof customerExportQuerySchema>;

/** The header that says, before the first row, how many customers an export expects. */
export const expectedTotalHeader = "X-Expected-Total";
