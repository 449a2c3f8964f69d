import { z } from "zod";
import { wholeNumber } from "#lib/contract/list.ts";

/** The maximum number of list pages that one row-by-row search reads. Each page has 100 customers. */
export const maxWalkPages = 50;

/**
 * The query of `GET /api/{environment}/customers/{customerID}`, as text from a URL. If neither the console's stored
 * customers nor the API's search contain the customer, the console searches the list row by row, newest first. If this
 * search reaches its limit before the end of the list, the answer is 404 `customer_not_found_within_bound` with the
 * progress of the search.
 */
export const customerFindQuerySchema = z.strictObject({
  /**
   * Continues the row-by-row search at this row (`walked.to` in the problem document). The faster searches are skipped.
   */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  /** How many list pages to read before answering. A page that shows the progress uses a small number. */
  pages: wholeNumber(1, maxWalkPages).default(maxWalkPages),
});

export type CustomerFindQuery = z.output<typeof customerFindQuerySchema>;
