import { z } from "zod";
import { scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { numberSchema } from "#lib/contract/number.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/numbers`, as text from a URL. */
export const customerNumbersQuerySchema = z.strictObject({
  /** Continues at this row of the environment's list: the answer's `walked.to`. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export type CustomerNumbersQuery = z.output<typeof customerNumbersQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/numbers`. The API has no such list (specification,
 * section 4.9): these are the customer's numbers among all rows read so far.
 */
export const customerNumbersSchema = z.object({
  /** False if the API has no list of numbers at the configured path. */
  offered: z.boolean(),
  numbers: z.array(numberSchema),
  /** The rows read so far; there are more if `to` is less than `total`. */
  walked: scannedRangeSchema,
  /** How many of the read rows name a customer; if none does, no number can be found. */
  owned: z.number(),
  ...answerAge,
});

export type CustomerNumbers = z.infer<typeof customerNumbersSchema>;
