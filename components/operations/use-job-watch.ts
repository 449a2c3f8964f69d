"use client";

import { useState } from "react";
import { consoleNowMs } from "#lib/console-clock.ts";
import { isFinished } from "#lib/contract/job.ts";
import type { KnownJob } from "#lib/operation-outcome.ts";

type Look = Pick<KnownJob, "state" | "stateText" | "progress">;

/** What only somebody who goes on looking at a job can tell. */
export interface Watched {
  /** Names all that counts as a change. */
  fingerprint: string;
  look: Look;
  /** When it changed while somebody looked; milliseconds since 1970. */
  changedAt: number | undefined;
  /** The last time that it went backwards; it stays, though the job may have gone on. */
  setback: { from: Look; to: Look } | undefined;
}

/** Where a state stands on the way; one that nobody knows stands nowhere. */
const rankOf = ({ state }: Look) =>
  state === "unknown" ? undefined : isFinished(state) ? 2 : state === "running" ? 1 : 0;

function wentBack(from: Look, to: Look): boolean {
  const [before, after] = [rankOf(from), rankOf(to)];
  if (before !== undefined && after !== undefined && after !== before) return after < before;
  // A count that is not told any more, as of what has ended, is no smaller one.
  return before === after && (to.progress ?? 1) < (from.progress ?? 0);
}

/** What is known after another look; the same object where nothing has changed. */
export function afterLook(before: Watched | undefined, job: KnownJob, nowMs: number): Watched {
  const { state, stateText, progress, steps } = job;
  const fingerprint = JSON.stringify([stateText, progress, steps.slice(0, 50).map((step) => step.state)]);
  if (before?.fingerprint === fingerprint) return before;
  const look = { state, stateText, progress };
  const setback = before && wentBack(before.look, look) ? { from: before.look, to: look } : before?.setback;
  return { fingerprint, look, changedAt: before && nowMs, setback };
}

/** Watches the job that is shown: that it went backwards, and since when it stands still. */
export function useJobWatch(job: KnownJob): Watched {
  const [watched, setWatched] = useState<Watched>();
  const next = afterLook(watched, job, consoleNowMs());
  if (next !== watched) setWatched(next);
  return next;
}
