import { z } from "zod";
import { scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { numberSchema } from "#lib/contract/number.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/numbers`, as text from a URL. */
export const customerNumbersQuerySchema = z.strictObject({
  /** Goes on at this row of the environment's list: the answer's `walked.to`. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export type CustomerNumbersQuery = z.output<typeof customerNumbersQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/numbers`. The API has no such list
 * (specification, section 4.9): these are the customer's among those of all that were looked through.
 */
export const customerNumbersSchema = z.object({
  /** False where the API has no list of numbers, or not where the console looks for it. */
  offered: z.boolean(),
  numbers: z.array(numberSchema),
  /** How far the console looked; there are more to look through where `to` is less than `total`. */
  walked: scannedRangeSchema,
  /** How many of those looked through say whose they are; with none, nothing can be found. */
  owned: z.number(),
  ...answerAge,
});

export type CustomerNumbers = z.infer<typeof customerNumbersSchema>;
