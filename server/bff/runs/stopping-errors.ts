import type { ErrorCode } from "#lib/contract/errors.ts";

/** Errors that the next row would get too, so the run stops. */
const stopping: readonly ErrorCode[] = [
  "frozen",
  "change_limit_reached",
  "upstream_credentials",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_busy",
  "store_unavailable",
];

export const stopsRun = (code: string) => stopping.some((one) => one === code);

/**
 * True for the error of a row that was not sent because the process stopped or was delayed. The row itself is valid and
 * is sent later.
 */
export const isNotSent = (code: string) => code === "not_sent" || code === "draining";

/** The number of consecutive failures that stop a run. */
export const maxFailuresInRow = 5;
