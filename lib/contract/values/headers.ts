/**
 * A page sends this header with the value `1` for a read that no person has started, such as polling. The request does
 * not extend the session.
 */
export const quietHeader = "x-switchboard-quiet";

/** The response header with the expected number of customers in an export. It is sent before the first row. */
export const expectedTotalHeader = "X-Expected-Total";
