import type { ErrorCode } from "#lib/contract/errors.ts";

/** Errors that the next row would cause as well, so that the run must stop. */
const stopping: readonly ErrorCode[] = [
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "store_unavailable",
];

export const stopsRun = (code: string) => stopping.some((one) => one === code);

/**
 * True for errors of rows that were not sent because their process stopped or was delayed. The row itself is valid and
 * waits.
 */
export const isNotSent = (code: string) => code === "not_sent" || code === "draining";

/** The number of consecutive failures that stop a run. */
export const maxFailuresInRow = 5;
