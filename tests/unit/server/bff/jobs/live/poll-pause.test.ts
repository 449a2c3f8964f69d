import { expect, test } from "vitest";
import { type PollFacts, pollPauseMs } from "#server/bff/jobs/live/poll-pause.ts";

const facts = (given: Partial<PollFacts> = {}): PollFacts => ({
  watchedForMs: 0,
  unchangedForMs: 0,
  readMs: 5,
  jobs: 1,
  failures: 0,
  retryInMs: 0,
  ...given,
});
const minute = 60_000;

test.each([
  ["young and changing", facts(), 900],
  ["unchanged for a minute", facts({ unchangedForMs: minute }), 2_500],
  ["unchanged for ten minutes", facts({ watchedForMs: 10 * minute, unchangedForMs: 10 * minute }), 5_000],
  ["unchanged for a day", facts({ watchedForMs: 1440 * minute, unchangedForMs: 1440 * minute }), 30_000],
  ["changing for six hours without an end", facts({ watchedForMs: 360 * minute }), 30_000],
  ["one of a thousand", facts({ jobs: 1_000 }), 20_000],
  ["slow to answer", facts({ readMs: 3_000 }), 12_000],
  ["failing for the first time", facts({ failures: 1 }), 2_000],
  ["failing again and again", facts({ failures: 40 }), 30_000],
  ["told to wait for ten seconds", facts({ failures: 1, retryInMs: 10_000 }), 10_000],
  // The page checks again after at most 30 s, because an administrator can end the API's pause at any time with a
  // check.
  ["told to wait for a quarter of an hour", facts({ failures: 1, retryInMs: 15 * minute }), 30_000],
])("a job that is %s is read again after the right pause", (_what, given, expected) => {
  expect(pollPauseMs(given)).toBe(expected);
});
