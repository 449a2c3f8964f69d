import { plannedTimeProblem } from "#components/forms/time/entered-time.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import type { When } from "./when.ts";

/** The start and end of a planned change. Undefined if a time is missing, invalid or ambiguous. */
export function timesOf({ kind, at, until }: When): { at: TimeReading; until?: TimeReading } | undefined {
  const [start, end] = [at.reading, until.reading];
  if (kind !== "while") return start && { at: start };
  return start && end && { at: start, until: end };
}

export interface WhenErrors {
  at?: string | undefined;
  until?: string | undefined;
}

/** The errors of the entered times. */
export function checkWhen({ kind, at, until }: When, nowMs: number): WhenErrors {
  if (kind === "now") return {};
  const start = plannedTimeProblem(at, nowMs);
  if (kind === "at") return { at: start };
  return { at: start, until: plannedTimeProblem(until, nowMs, at.reading) };
}
