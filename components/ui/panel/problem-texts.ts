import type { ShownProblem } from "#lib/requests/shown-problem.ts";

const apiDown =
  "Nothing on this page is lost. Try again in a moment. If it continues, send the request ID from the details to the operator of the API.";
const configuration = "The API key of this environment is not accepted. Contact the operator of Switchboard.";

interface ProblemText {
  title: string;
  advice: string;
}

const fallback: ProblemText = {
  title: "Something went wrong in Switchboard",
  advice: "Try again. If it happens again, send the request ID from the details to the operator of Switchboard.",
};

const texts: Partial<Record<ShownProblem["code"], ProblemText>> = {
  offline: { title: "No connection to Switchboard", advice: "Nothing on this page is lost." },
  not_signed_in: { title: "Your session has ended", advice: "Sign in again to return to this page as it is now." },
  forbidden: { title: "You do not have access to this", advice: "Ask an administrator if you need access." },
  factor_required: { title: "A second factor is required", advice: "Set it up, then open this page again." },
  other_person_required: { title: "Another person has to do this", advice: "Ask a colleague whose role allows it." },
  not_found: { title: "Not found", advice: "Check the address." },
  known_customers_off: {
    title: "This Switchboard keeps no record of customers",
    advice: "Filters that the API does not have are off. Remove them to see the API's list.",
  },
  not_offered: { title: "The API does not offer this", advice: "Ask the operator of Switchboard where it may be." },
  customer_not_found_within_bound: {
    title: "Not found so far",
    advice: "Search further back, or search by name.",
  },
  approval_required: {
    title: "A second person has to approve this",
    advice: "Request approval. Nothing was sent.",
  },
  approval_moved: {
    title: "The request for approval has changed in the meantime",
    advice: "Check its current state, then review it again.",
  },
  contract_changed: { title: "The contract has changed in the meantime", advice: "Review it again." },
  left_view: {
    title: "The customer has left the view",
    advice: "Nothing was sent. You can still change this customer alone.",
  },
  view_changed: { title: "The view has changed in the meantime", advice: "Check the view, then start again." },
  run_moved: {
    title: "This has changed in the meantime",
    advice: "Check its current state, then review it again.",
  },
  planned_exists: {
    title: "This customer already has a planned change",
    advice: "Open it to change or cancel it. A customer has one planned change at a time.",
  },
  planned_moved: {
    title: "The planned change has changed in the meantime",
    advice: "Check its current state, then review it again.",
  },
  too_many_planned: {
    title: "Too many planned changes",
    advice: "Cancel those that are not needed, or wait until some have run.",
  },
  unclear_time: {
    title: "This time does not exist or exists twice",
    advice: "The clocks change that night. Choose one of the two times shown.",
  },
  same_creation: { title: "You have just sent the same request", advice: "Check that operation first." },
  too_many_bulks: {
    title: "Too many unfinished bulk changes",
    advice: "Open Operations, Bulk. Finish some, or cancel those that are not needed.",
  },
  too_many_writes: { title: "Too many changes for now", advice: "Nothing was sent. Try again at the time shown." },
  customer_busy: { title: "Work on this customer is in progress", advice: "Try again when it has finished." },
  invalid_request: { title: "The request is not valid", advice: "Correct what is named above and try again." },
  store_unavailable: { title: "Switchboard's database is not available", advice: fallback.advice },
  draining: { title: "Switchboard is restarting", advice: "Try again in a few seconds." },
  upstream_refused: {
    title: "The API refused the request",
    advice: "The reason is shown above. Correct it and try again.",
  },
  upstream_credentials: { title: "The API does not accept Switchboard's key", advice: configuration },
  upstream_unreachable: { title: "The API could not be reached", advice: apiDown },
  upstream_malformed: { title: "Invalid response from the API", advice: apiDown },
  upstream_too_large: { title: "The API's response is too large", advice: "Show fewer rows per page." },
  upstream_failed: { title: "The API returned an error", advice: apiDown },
  upstream_rate_limited: {
    title: "Too many requests to the API",
    advice: "The API asked Switchboard to wait. Nothing on this page is lost.",
  },
  upstream_timeout: { title: "The API took too long", advice: apiDown },
  upstream_paused: { title: "The API is not working at the moment", advice: apiDown },
  upstream_busy: { title: "Too many requests are waiting for the API", advice: "Wait a moment, then try again." },
};

/** The title and the advice for an error code. */
export function problemText(code: ShownProblem["code"]): ProblemText {
  return texts[code] ?? fallback;
}

const pausing = new Set<ShownProblem["code"]>(["upstream_paused", "upstream_rate_limited"]);
const resourceFailures = new Set<ShownProblem["code"]>(["upstream_failed", "upstream_timeout"]);

/** Says what is paused until `retryAt`: all requests to the API, or only those for this resource. */
export function pausedText({ code, retryAt }: Pick<ShownProblem, "code" | "retryAt">): string | undefined {
  if (retryAt === undefined) return undefined;
  if (pausing.has(code)) return problemWords.pausedUntil;
  return resourceFailures.has(code) ? problemWords.thisPausedUntil : undefined;
}

export const problemWords = {
  support: "Details for support",
  code: "Code",
  requestID: "Request ID",
  upstreamStatus: "HTTP status of the API",
  retryAt: "Try again after",
  pausedUntil: "Requests are paused until",
  thisPausedUntil: "These requests are paused until",
  checkNow: "Check now",
  checking: "Checking…",
  copyRequestID: "Copy request ID",
  retry: "Retry",
  signIn: "Sign in again",
} as const;
