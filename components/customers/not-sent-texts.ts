import type { ShownProblem } from "#lib/requests/shown-problem.ts";

const kept = "What you entered is kept.";

const noAnswer = `The API is not available. ${kept} Try again in a moment.`;
const busy = `The API accepts no more requests at the moment. ${kept} Wait a moment, then try again.`;
const restarting = `Switchboard is not ready. ${kept} Try again in a moment.`;

const texts: Partial<Record<ShownProblem["code"], string>> = {
  upstream_unreachable: noAnswer,
  upstream_timeout: noAnswer,
  upstream_failed: noAnswer,
  upstream_paused: noAnswer,
  upstream_malformed: `Invalid response from the API. ${kept} Try again in a moment.`,
  upstream_busy: busy,
  upstream_rate_limited: busy,
  upstream_credentials: `The API does not accept Switchboard's key. ${kept} Contact the person who runs Switchboard.`,
  store_unavailable: restarting,
  draining: restarting,
};

/**
 * The next step after a write that was not carried out. Undefined if the form's values may be the cause. Use this only
 * if the write certainly had no effect.
 */
export function notSentText(code: ShownProblem["code"]): string | undefined {
  return texts[code];
}
