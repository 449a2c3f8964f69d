import type { Clock } from "#server/api-client/clock.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { learnAnswer, operationBehaviourOf, operationOf } from "./learn-answer.ts";
import type { LearntBehaviour } from "./shape.ts";
import { WordCandidates } from "./word-candidates.ts";

/** The maximum number of answers that wait for examination. Further answers are counted but not examined. */
const maxWaiting = 32;
/** The share of the process's time that learning may use. Unused time can be saved, up to `maxSavedMs` milliseconds. */
const timeShare = 0.01;
const maxSavedMs = 10;

/** Learns the shapes of one environment's answers without delaying requests (docs/decisions/0042-api-behaviour.md). */
export type BehaviourLearner = ReturnType<typeof createBehaviourLearner>;

/** `defer` runs work when the process is idle. The default is `setImmediate`. */
export function createBehaviourLearner(clock: Clock, defer: (work: () => void) => void = setImmediate) {
  const candidates = new WordCandidates();
  const waiting: ApiAnswer[] = [];
  let behaviour: LearntBehaviour = {};
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
    if (mayWork()) learnAnswer(behaviour, answer, candidates, clock.now());
    else operationBehaviourOf(behaviour, operationOf(answer)).skipped += 1;
    savedMs -= clock.monotonic() - startedMs;
    if (waiting.length > 0) defer(examineOne);
  }

  return {
    /** Queues an answer for examination. Never throws. */
    learn(answer: ApiAnswer) {
      // If the queue is full or learning has used up its time, the answer is only counted and not stored in memory.
      if (waiting.length >= maxWaiting || !mayWork()) {
        operationBehaviourOf(behaviour, operationOf(answer)).skipped += 1;
        return;
      }
      waiting.push(answer);
      if (waiting.length === 1) defer(examineOne);
    },
    /** Returns what was learned since the last call, and starts again with nothing. */
    take(): LearntBehaviour {
      const learnt = behaviour;
      behaviour = {};
      return learnt;
    },
  };
}
