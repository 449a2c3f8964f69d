import { z } from "zod";
import { scannedRangeSchema } from "#lib/contract/errors.ts";
import { answerAge, wholeNumber } from "#lib/contract/list.ts";
import { numberSchema } from "#lib/contract/number.ts";

/** The query of `GET /api/{environment}/customers/{customerID}/numbers`, as text from a URL. */
export const customerNumbersQuerySchema = z.strictObject({
  /** Continues the search at this row of the environment's list (`walked.to` in the last answer). */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
});

export type CustomerNumbersQuery = z.output<typeof customerNumbersQuerySchema>;

/**
 * The answer of `GET /api/{environment}/customers/{customerID}/numbers`. The API cannot list the numbers of one
 * customer (specification, section 4.9). The console therefore searches the environment's list. The answer contains the
 * customer's numbers in the rows that were read so far.
 */
export const customerNumbersSchema = z.object({
  /** False if the API has no list of numbers at the configured path. */
  offered: z.boolean(),
  numbers: z.array(numberSchema),
  /** The range of rows that were read so far. There are more rows if `to` is less than `total`. */
  walked: scannedRangeSchema,
  /**
   * How many of the rows that were read name a customer. If this is 0, the search cannot find any customer's numbers.
   */
  owned: z.number(),
  /** `known`: the API does not answer, so the numbers come from earlier answers. The customer may have more numbers. */
  source: z.literal("known").optional(),
  ...answerAge,
});

export type CustomerNumbers = z.infer<typeof customerNumbersSchema>;
