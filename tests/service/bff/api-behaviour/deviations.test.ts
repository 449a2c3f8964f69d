import { beforeAll, expect, test } from "vitest";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { compareBehaviour } from "#server/bff/api-behaviour/compare/compare-behaviour.ts";
import { learnAnswer, operationOf } from "#server/bff/api-behaviour/learn/learn-answer.ts";
import { mergeBehaviour } from "#server/bff/api-behaviour/learn/merge-behaviour.ts";
import type { LearntBehaviour } from "#server/bff/api-behaviour/learn/shape.ts";
import { WordCandidates } from "#server/bff/api-behaviour/learn/word-candidates.ts";
import { deviations } from "#tests/fixtures/api-behaviour/deviations.ts";
import { collectServiceAnswers } from "#tests/fixtures/api-behaviour/service-answers.ts";

const startMs = Date.parse("2026-11-20T12:00:00Z");
/** How often the test learns each answer, before and after the API's behaviour changes. */
const rounds = { before: 8, since: 8 };

let answers: ApiAnswer[];
let before: LearntBehaviour;
const candidates = new WordCandidates();

function learn(given: readonly ApiAnswer[], times: number, nowMs: number): LearntBehaviour {
  const behaviour: LearntBehaviour = {};
  for (let round = 0; round < times; round += 1) {
    for (const answer of given) learnAnswer(behaviour, answer, candidates, nowMs);
  }
  return behaviour;
}

beforeAll(async () => {
  answers = await collectServiceAnswers();
  before = learn(answers, rounds.before, startMs);
});

test("there are fifty deviations of ten kinds", () => {
  expect(deviations).toHaveLength(50);
  expect(new Set(deviations.map(({ kinds }) => kinds[0])).size).toBe(10);
});

test.each(deviations.map((deviation, index) => ({ ...deviation, index })))(
  "$operation: deviation $index at $path ($kinds) is found with its start time, and no other difference is found",
  ({ operation, path, kinds, apply }) => {
    const own = answers.filter((answer) => operationOf(answer) === operation && answer.status < 300);
    expect(own).not.toEqual([]);
    const since = learn(own.map(apply), rounds.since, startMs + 86_400_000);
    const found = compareBehaviour(mergeBehaviour(before, since));
    expect(new Set(found.map((difference) => difference.operation))).toEqual(new Set([operation]));
    const reported = found.filter((difference) => kinds.includes(difference.kind) && difference.path === path);
    expect(reported, JSON.stringify(found, null, 1)).toHaveLength(1);
    expect(reported[0]?.firstAt).toBeGreaterThanOrEqual(startMs);
    expect(reported[0]?.lastAt).toBe(startMs + 86_400_000);
  },
);
