import { z } from "zod";
import { scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { numberSchema } from "#lib/contract/number.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/numbers`, as text from a URL. */
export const customerNumbersQuerySchema = z.strictObject({
  /** Continues at this row of the environment's list (`walked.to` in the last answer). */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export type CustomerNumbersQuery = z.output<typeof customerNumbersQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/numbers`. The API cannot list the numbers of one
 * customer (specification, section 4.9). So the answer has those numbers of the customer that are in the rows read so
 * far.
 */
export const customerNumbersSchema = z.object({
  /** False if the API has no list of numbers at the configured path. */
  offered: z.boolean(),
  numbers: z.array(numberSchema),
  /** The rows that were read so far. There are more rows if `to` is less than `total`. */
  walked: scannedRangeSchema,
  /**
   * How many of the rows that were read name a customer. If it is 0, this search cannot find the customer's numbers.
   */
  owned: z.number(),
  /** `known`: the numbers that answers have shown, because the API cannot be asked. The customer may have others. */
  source: z.literal("known").optional(),
  ...answerAge,
});

export type CustomerNumbers = z.infer<typeof customerNumbersSchema>;
