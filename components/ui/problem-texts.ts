import type { ShownProblem } from "#lib/shown-problem.ts";

const apiDown =
  "Nothing here is lost. Try again in a moment; if it lasts, pass the request ID on to whoever runs the API.";
const configuration = "This needs whoever runs the console: the API key of this environment is not accepted.";

interface ProblemText {
  title: string;
  advice: string;
}

const fallback: ProblemText = {
  title: "Something went wrong in the console",
  advice: "Try again. If it happens again, pass the request ID on to whoever runs the console.",
};

const texts: Partial<Record<ShownProblem["code"], ProblemText>> = {
  offline: { title: "No connection to the console", advice: "Nothing here is lost." },
  not_signed_in: { title: "Your session has ended", advice: "Sign in again: this page comes back as it is now." },
  forbidden: { title: "You may not see this", advice: "Ask an administrator if you need it." },
  not_found: { title: "This does not exist", advice: "Check the address." },
  not_offered: { title: "The API does not offer this", advice: "Whoever runs the console knows where it may be." },
  customer_not_found_within_bound: {
    title: "Not found so far",
    advice: "Look further back, or search by name.",
  },
  contract_changed: { title: "The contract has changed meanwhile", advice: "Review it again." },
  bulk_moved: { title: "The bulk change has moved on", advice: "Look at where it stands now, then review it again." },
  same_creation: { title: "You have just created the same", advice: "Look at that operation first." },
  too_many_bulks: {
    title: "Too many bulk changes are unfinished",
    advice: "Open Bulk changes on the operations page: finish some, or cancel what nobody needs.",
  },
  too_many_writes: { title: "Too many changes for now", advice: "Nothing was sent. Try again at the time given." },
  customer_busy: { title: "Work on this customer is under way", advice: "Try again when it is over." },
  invalid_request: { title: "The request was not understood", advice: "Change what is named above and try again." },
  store_unavailable: { title: "The console's store is not available", advice: fallback.advice },
  draining: { title: "The console is restarting", advice: "Try again in a few seconds." },
  upstream_refused: {
    title: "The API refused the request",
    advice: "Its reason is above. Change what it names and try again.",
  },
  upstream_credentials: { title: "The API does not accept the console's key", advice: configuration },
  upstream_unreachable: { title: "The API could not be reached", advice: apiDown },
  upstream_malformed: { title: "Invalid response from the API", advice: apiDown },
  upstream_too_large: { title: "The API's answer is too large", advice: "Ask for fewer rows a page." },
  upstream_failed: { title: "The API failed", advice: apiDown },
  upstream_rate_limited: {
    title: "The API asks for a pause",
    advice: "Too many requests came in. Nothing here is lost.",
  },
  upstream_timeout: { title: "The API took too long", advice: apiDown },
  upstream_paused: { title: "The API does not work just now", advice: apiDown },
  upstream_busy: { title: "Too many requests wait for the API", advice: "Wait a little, then try again." },
};

/** What happened and what to do, by the problem's code. */
export function problemText(code: ShownProblem["code"]): ProblemText {
  return texts[code] ?? fallback;
}

const pausing = new Set<ShownProblem["code"]>(["upstream_paused", "upstream_rate_limited"]);
const resourceFailures = new Set<ShownProblem["code"]>(["upstream_failed", "upstream_timeout"]);

/** What is paused until the problem's `retryAt`: all requests to the API, or those for this alone. */
export function pausedWords({ code, retryAt }: Pick<ShownProblem, "code" | "retryAt">): string | undefined {
  if (retryAt === undefined) return undefined;
  if (pausing.has(code)) return problemWords.pausedUntil;
  return resourceFailures.has(code) ? problemWords.thisPausedUntil : undefined;
}

export const problemWords = {
  code: "Code",
  requestID: "Request ID",
  upstreamStatus: "API's status",
  retryAt: "Try again after",
  pausedUntil: "Requests are paused until",
  thisPausedUntil: "Requests for this are paused until",
  checkNow: "Check now",
  checking: "Checking…",
  copyRequestID: "Copy request ID",
  retry: "Retry",
  signIn: "Sign in again",
} as const;
