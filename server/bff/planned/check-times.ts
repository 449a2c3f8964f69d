import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxAheadMs, minAheadMs } from "#lib/contract/values/operations/planned-states.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ChosenTime } from "#server/bff/store/planned/planned-rows.ts";
import type { PlannedRules } from "./planned-services.ts";

const refused = (field: string, message: string) =>
  new AppError("invalid_request", `Nothing was planned: ${field} ${message}.`, { errors: [{ field, message }] });

const minutes = minAheadMs / 60_000;

/**
 * Throws `invalid_request` if a time is too near or too far in the future. `isApplied` is true if the change has taken
 * effect. Then only its end is checked.
 */
export function checkTimes(
  { at, until }: { at: ChosenTime; until: ChosenTime | null },
  { nowMs, isApplied }: { nowMs: number; isApplied: boolean },
  { maxTemporaryMs }: Pick<PlannedRules, "maxTemporaryMs">,
): void {
  if (!isApplied) {
    if (at.atMs < nowMs + minAheadMs) throw refused("at", `must be at least ${minutes} minutes from now`);
    if (at.atMs > nowMs + maxAheadMs) throw refused("at", `must be at most ${maxAheadMs / dayMs} days from now`);
  }
  if (!until) return;
  const from = isApplied ? nowMs : at.atMs;
  if (until.atMs < from + minAheadMs) {
    throw refused("until", `must be at least ${minutes} minutes after ${isApplied ? "now" : "the change"}`);
  }
  if (until.atMs > at.atMs + maxTemporaryMs) {
    throw refused("until", `must be at most ${maxTemporaryMs / dayMs} days after the change`);
  }
}
