import type { ErrorCode } from "#lib/contract/errors.ts";

/** Errors that the next row would meet as well: going on would only do harm. */
const stopping: readonly ErrorCode[] = [
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "store_unavailable",
];

export const stopsRun = (code: string) => stopping.some((one) => one === code);

/** True of what was not sent because its process stopped or was delayed: nothing is wrong with the row, which waits. */
export const isNotSent = (code: string) => code === "not_sent" || code === "draining";

/** How many failures one after another stop a run. */
export const maxFailuresInRow = 5;
