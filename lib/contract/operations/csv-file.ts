import { z } from "zod";
import { csvDelimiters, csvEncodings } from "#lib/contract/values/operations/csv-rules.ts";

/** The query parameters of every CSV upload, as text from a URL. */
export const csvQuery = {
  /** The file's name; shown, and never used as a path. */
  fileName: z
    .string()
    .max(200, { error: "must be 200 characters or less" })
    .transform((name) => name.replaceAll(/\p{Cc}+/gu, " ").trim())
    .default(""),
  /** UTF-8 unless a person has chosen another one. */
  encoding: z.enum(csvEncodings, { error: `must be one of ${csvEncodings.join(", ")}` }).default("utf-8"),
  /** The separator of the cells; detected if absent. */
  delimiter: z.enum(csvDelimiters, { error: "must be a comma, a semicolon, a tab or a bar" }).optional(),
};

/** A file as the body of a request: its bytes. */
export const csvFileSchema = z.instanceof(Uint8Array<ArrayBufferLike>, { error: "must be a file" });
