/**
 * The header, with the value `1`, of a reading that a page makes by itself, such as polling: it does not put
 * off the idle end of the session.
 */
export const quietHeader = "x-switchboard-quiet";

/** The header that says, before the first row, how many customers an export expects. */
export const expectedTotalHeader = "X-Expected-Total";
