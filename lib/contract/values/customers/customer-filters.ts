/** The fields by which the API sorts customers (specification, section 4.2). */
export const customerSortKeys = ["created", "companyName", "usersCount"] as const;

export type CustomerSortKey = (typeof customerSortKeys)[number];

/** The API's window when `datefrom` is left out, in days (specification, sections 4.2 and 8). */
export const defaultWindowDays = 7;

/** The windows that pages offer; addresses and views keep them relative, requests to the API never do. */
export const windowPresets = ["7d", "30d", "90d", "1y", "all"] as const;

export type WindowPreset = (typeof windowPresets)[number];

/** The longest search term that the console sends, in characters. */
export const maxSearchTermLength = 200;
