/** The longest text that is searched for. */
export const maxAuditText = 320;

/** Up to this number the matching events are counted; beyond it the answer has no total. */
export const maxAuditCount = 1_000;

/** The largest page that the API gives (specification, section 8). */
export const maxLimit = 100;

/** Jobs that one stream of `GET /api/{environment}/jobs/events` may be about. */
export const maxStreamJobs = 50;

/** The longest name of a view, in characters. */
export const maxViewNameLength = 80;

/** The longest text that is looked up, in characters: enough for a link or an e-mail's sender line. */
export const maxLookupLength = 500;
