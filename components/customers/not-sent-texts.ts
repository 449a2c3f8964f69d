import type { ShownProblem } from "#lib/shown-problem.ts";

const kept = "Nothing is lost: what you entered is kept.";

const noAnswer = `The API does not answer. ${kept} Try again in a moment.`;
const busy = `The API takes no more requests just now. ${kept} Wait a little, then try again.`;
const restarting = `The console is not ready. ${kept} Try again in a moment.`;

const texts: Partial<Record<ShownProblem["code"], string>> = {
  upstream_unreachable: noAnswer,
  upstream_timeout: noAnswer,
  upstream_failed: noAnswer,
  upstream_paused: noAnswer,
  upstream_malformed: `The API gives no answer that can be used. ${kept} Try again in a moment.`,
  upstream_busy: busy,
  upstream_rate_limited: busy,
  upstream_credentials: `The API does not accept the console's key. ${kept} Tell whoever runs the console.`,
  store_unavailable: restarting,
  draining: restarting,
};

/**
 * What to do about a write that was not carried out because of something that no correction of the form
 * mends. Undefined where the form's own values may be the reason. For writes that are known not to be done.
 */
export function notSentText(code: ShownProblem["code"]): string | undefined {
  return texts[code];
}
