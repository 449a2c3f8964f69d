/**
 * A page sends this header with the value `1` when it reads without a person's action, such as for polling. The request
 * does not extend the session.
 */
export const quietHeader = "x-switchboard-quiet";

/** The header with the expected number of customers in an export. It is sent before the first row. */
export const expectedTotalHeader = "X-Expected-Total";
