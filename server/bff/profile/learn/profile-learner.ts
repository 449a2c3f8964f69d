import type { Clock } from "#server/api-client/clock.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { learnAnswer, operationOf, operationProfileOf } from "./learn-answer.ts";
import type { ApiProfile } from "./shape.ts";
import { WordCandidates } from "./word-candidates.ts";

/** Answers that wait to be examined: what comes while so many wait is counted only. */
const maxWaiting = 32;
/** The share of the process's time that learning may take, and how much of it may be saved up, in milliseconds. */
const timeShare = 0.01;
const maxSavedMs = 10;

/**
 * Learns from the answers of one environment what they look like, beside the requests that they answer
 * (docs/decisions/0042-api-profile.md).
 */
export interface ProfileLearner {
  /** Takes note of an answer, to be examined later; it never throws. */
  learn(answer: ApiAnswer): void;
  /** What was learnt since the last time; learning starts from nothing again. */
  take(): ApiProfile;
}

/** `defer` runs work when nothing else waits: `setImmediate`, or a test's. */
export function createProfileLearner(clock: Clock, defer: (work: () => void) => void = setImmediate): ProfileLearner {
  const candidates = new WordCandidates();
  const waiting: ApiAnswer[] = [];
  let profile: ApiProfile = {};
  let [savedMs, savedAtMs] = [maxSavedMs, clock.monotonic()];

  function mayWork(): boolean {
    const nowMs = clock.monotonic();
    savedMs = Math.min(maxSavedMs, savedMs + (nowMs - savedAtMs) * timeShare);
    savedAtMs = nowMs;
    return savedMs > 0;
  }

  function examineOne(): void {
    const answer = waiting.shift();
    if (answer === undefined) return;
    const startedMs = clock.monotonic();
    if (mayWork()) learnAnswer(profile, answer, candidates, clock.now());
    else operationProfileOf(profile, operationOf(answer)).skipped += 1;
    savedMs -= clock.monotonic() - startedMs;
    if (waiting.length > 0) defer(examineOne);
  }

  return {
    learn(answer) {
      // Without time for it, an answer is not kept until its turn comes.
      if (waiting.length >= maxWaiting || !mayWork()) {
        operationProfileOf(profile, operationOf(answer)).skipped += 1;
        return;
      }
      waiting.push(answer);
      if (waiting.length === 1) defer(examineOne);
    },
    take() {
      const learnt = profile;
      profile = {};
      return learnt;
    },
  };
}
