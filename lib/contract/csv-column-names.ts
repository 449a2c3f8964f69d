import { z } from "zod";

const choices = ["api", "page"] as const;

/** The names of the columns in an exported CSV file: those of the API, which scripts rely on, or those of the page. */
export const csvColumnNamesSchema = z.enum(choices, { error: `must be ${choices.join(" or ")}` }).default("api");

export type CsvColumnNames = z.output<typeof csvColumnNamesSchema>;
