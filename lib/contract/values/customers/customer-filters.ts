/** The members by which the API can sort customers (specification, section 4.2). */
export const customerSortKeys = ["created", "companyName", "usersCount"] as const;

export type CustomerSortKey = (typeof customerSortKeys)[number];

/** The length of the API's window if `datefrom` is absent, in days (specification, sections 4.2 and 8). */
export const defaultWindowDays = 7;

/**
 * The ranges of creation dates that pages offer. URLs and saved views contain the name of a range. Requests to the API
 * always contain dates.
 */
export const windowPresets = ["7d", "30d", "90d", "1y", "all"] as const;

export type WindowPreset = (typeof windowPresets)[number];

/** The maximum length of a search term for the API, in characters. */
export const maxSearchTermLength = 200;
