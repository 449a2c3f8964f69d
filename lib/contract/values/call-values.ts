/** The HTTP methods of calls to the API. */
export const callMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type CallMethod = (typeof callMethods)[number];

/** The results by which the list of calls can be filtered. */
export const callResults = ["ok", "error", "unanswered"] as const;

export type CallResult = (typeof callResults)[number];

/**
 * The kinds of recorded calls. `attempt`: a request to the API. Calls of all other kinds were answered or refused
 * without a request.
 */
export const callKinds = ["attempt", "merged", "stale", "held"] as const;

export type CallKind = (typeof callKinds)[number];

export const callCauses = ["page", "route", "worker"] as const;

export type CallCauseKind = (typeof callCauses)[number];

/** The maximum number of request IDs in one query for calls. */
export const maxCallRequests = 50;

/** How long bodies are recorded after an administrator has started the recording for a person, in milliseconds. */
export const bodiesForMs = 60 * 60_000;

/** The maximum length of a path in a filter, in characters. */
export const maxCallPath = 200;
