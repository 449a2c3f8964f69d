import { z } from "zod";
import { wholeNumber } from "#lib/contract/list.ts";

/** How many pages of 100 customers a walk looks through at most before it reports back. */
export const maxWalkPages = 50;

/**
 * The query of `GET /api/{environment}/customers/{customerID}`, as text from a URL. A customer that
 * neither the directory nor the search knows is looked for in the list, newest first; where that
 * ends before the list does, the 404 `customer_not_found_within_bound` says how far it came.
 */
export const customerFindQuerySchema = z.strictObject({
  /** Goes on with the walk at this row (the problem's `walked.to`), without searching again. */
  from: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
  /** Pages to look through before reporting back: fewer where somebody watches the progress. */
  pages: wholeNumber(1, maxWalkPages).default(maxWalkPages),
});

export type CustomerFindQuery = z.output<typeof customerFindQuerySchema>;
