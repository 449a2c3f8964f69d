import { isFinished, type Job } from "#lib/contract/job.ts";

type Look = Pick<Job, "state" | "stateText" | "progress">;

/** Where a state stands on the way from queued to finished; a state that nobody knows stands nowhere. */
const rankOf = ({ state }: Look) =>
  state === "unknown" ? undefined : isFinished(state) ? 2 : state === "running" ? 1 : 0;

/** Whether a job went back: out of an end, to an earlier state, or to less of the same work. */
export function wentBack(from: Look, to: Look): boolean {
  const [before, after] = [rankOf(from), rankOf(to)];
  if (before !== undefined && after !== undefined && after < before) return true;
  if (isFinished(from.state)) return to.state !== from.state;
  // The state may have gone on meanwhile: only then another count of the same work may be smaller. A count that is
  // not told any more is none.
  return before === after && (to.progress ?? 1) < (from.progress ?? 0);
}

/** Whether anything about a job is another than before. What one of the two readings does not tell is no change. */
export function hasChanged(from: Look & Pick<Job, "steps">, to: Look & Pick<Job, "steps">): boolean {
  if (from.state !== to.state || from.stateText !== to.stateText) return true;
  if (from.progress !== undefined && to.progress !== undefined && from.progress !== to.progress) return true;
  if (from.steps.length === 0 || to.steps.length === 0) return false;
  return from.steps.length !== to.steps.length || from.steps.some(({ state }, at) => state !== to.steps[at]?.state);
}
