import { AppError } from "#lib/contract/operations/app-error.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import type { ChangeLimitBlock } from "#server/bff/store/change-limits/change-limits.ts";

/** The error for a write that the change limit stops. Says when the next customer can be changed. */
export function changeLimitError({ environment, allowed, nextMs }: ChangeLimitBlock): AppError {
  const retryAt = new Date(nextMs).toISOString();
  return new AppError(
    "change_limit_reached",
    `The limit of ${allowed} changed customers an hour in ${environment} is reached. The next one is possible at ${formatWithZone(retryAt, "UTC")}. A colleague can release more.`,
    { retryAt },
  );
}
