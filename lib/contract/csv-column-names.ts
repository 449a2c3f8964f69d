import { z } from "zod";

const choices = ["api", "page"] as const;

/**
 * The column names of an exported CSV file. `api`: the names of the API, which scripts rely on. `page`: the names that
 * the page shows.
 */
export const csvColumnNamesSchema = z.enum(choices, { error: `must be ${choices.join(" or ")}` }).default("api");

export type CsvColumnNames = z.output<typeof csvColumnNamesSchema>;
