import { z } from "zod";
import { wholeNumber } from "#lib/contract/list.ts";

/** The maximum number of pages of 100 customers that one walk reads. */
export const maxWalkPages = 50;

/**
 * The query of `GET /api/{environment}/customers/{customerID}`, as text from a URL. A customer that neither the
 * directory nor the search knows is searched in the list, newest first. If the walk ends before the list does, the 404
 * `customer_not_found_within_bound` contains its progress.
 */
export const customerFindQuerySchema = z.strictObject({
  /** Continues the walk at this row (the problem's `walked.to`), without searching again. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  /** The number of pages to read before the answer: fewer if a person watches the progress. */
  pages: wholeNumber(1, maxWalkPages).default(maxWalkPages),
});

export type CustomerFindQuery = z.output<typeof customerFindQuerySchema>;
