import type { ErrorCode } from "#lib/contract/errors.ts";

/** Errors that the next row would meet as well: going on would only do harm. */
const stopping: readonly ErrorCode[] = [
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "store_unavailable",
  "draining",
];

export const stopsRun = (code: string) => stopping.some((one) => one === code);

/** How many failures one after another stop a run. */
export const maxFailuresInRow = 5;
