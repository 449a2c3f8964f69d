import { AppError } from "#lib/contract/operations/app-error.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import type { FreezeBlock } from "#server/bff/store/freezes/freezes.ts";

/** The error for a write that a freeze stops. It has the reason that the administrator gave, and the end. */
export function frozenError({ freeze, untilMs }: FreezeBlock): AppError {
  const { environment, scope, reason, zone } = freeze;
  const what = scope === "all" ? "Changes" : "Planned changes";
  const until = untilMs === null ? undefined : new Date(untilMs).toISOString();
  const end = until === undefined ? "until an administrator ends the freeze" : `until ${formatWithZone(until, zone)}`;
  const why = reason === "" ? "" : ` Reason: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  return new AppError("frozen", `${what} in ${environment} are frozen ${end}.${why}`, {
    ...(until !== undefined && { retryAt: until }),
  });
}
