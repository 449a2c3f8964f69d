/** The methods of calls at the API. */
export const callMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export type CallMethod = (typeof callMethods)[number];

/** What a call at the API came to, as lists of calls are narrowed. */
export const callResults = ["ok", "error", "unanswered"] as const;

export type CallResult = (typeof callResults)[number];

/** What a record of a call stands for: a request at the API, or a call that was answered or refused without one. */
export const callKinds = ["attempt", "merged", "stale", "held"] as const;

export type CallKind = (typeof callKinds)[number];

export const callCauses = ["page", "route", "worker"] as const;

export type CallCauseKind = (typeof callCauses)[number];

/** Requests of a page that one question may be about. */
export const maxCallRequests = 50;

/** For how long bodies are kept once an administrator has turned that on for a person. */
export const bodiesForMs = 60 * 60_000;

/** The longest method and path of a filter: those of the API's own paths. */
export const maxCallPath = 200;
