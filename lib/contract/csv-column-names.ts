import { z } from "zod";

const choices = ["api", "page"] as const;

/** What the columns of an exported CSV file are called: by the names of the API, which scripts rely on, or as on the page. */
export const csvColumnNamesSchema = z.enum(choices, { error: `must be ${choices.join(" or ")}` }).default("api");

export type CsvColumnNames = z.output<typeof csvColumnNamesSchema>;
