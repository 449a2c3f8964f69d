import { z } from "zod";
import { csvDelimiters, csvEncodings } from "#lib/contract/values/operations/csv-rules.ts";

/** The query parameters of every CSV upload, as text from a URL. */
export const csvQuery = {
  /** The name of the file. It is only shown, never used as a path. */
  fileName: z
    .string()
    .max(200, { error: "must be 200 characters or less" })
    .transform((name) => name.replaceAll(/\p{Cc}+/gu, " ").trim())
    .default(""),
  /** The encoding that the person has chosen. Default: UTF-8. */
  encoding: z.enum(csvEncodings, { error: `must be one of ${csvEncodings.join(", ")}` }).default("utf-8"),
  /** The separator of the cells. If absent, the console detects it. */
  delimiter: z.enum(csvDelimiters, { error: "must be a comma, a semicolon, a tab or a bar" }).optional(),
};

/** The bytes of a file, as the body of a request. */
export const csvFileSchema = z.instanceof(Uint8Array<ArrayBufferLike>, { error: "must be a file" });
