/** The maximum length of a search text for the audit log, in characters. */
export const maxAuditText = 320;

/** The maximum number of matching audit events that are counted. If more events match, the answer has no total. */
export const maxAuditCount = 1_000;

/** The maximum page size of the API (specification, section 8). */
export const maxLimit = 100;

/** The maximum number of jobs in one stream of `GET /api/{environment}/jobs/events`. */
export const maxStreamJobs = 50;

/** The maximum length of a view's name, in characters. */
export const maxViewNameLength = 80;

/**
 * The maximum length of a text to look up, in characters. This is enough for a link or for the sender line of an email.
 */
export const maxLookupLength = 500;

/** The maximum number of IDs in one filter of a list. */
export const maxFilterIDs = 20;
