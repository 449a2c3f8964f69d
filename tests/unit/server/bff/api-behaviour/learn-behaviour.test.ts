import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { createBehaviourLearner } from "#server/bff/api-behaviour/learn/behaviour-learner.ts";
import { learnAnswer } from "#server/bff/api-behaviour/learn/learn-answer.ts";
import { mergeBehaviour } from "#server/bff/api-behaviour/learn/merge-behaviour.ts";
import type { LearntBehaviour } from "#server/bff/api-behaviour/learn/shape.ts";
import { formatOf } from "#server/bff/api-behaviour/learn/text-format.ts";
import { WordCandidates } from "#server/bff/api-behaviour/learn/word-candidates.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

const answer = (json: unknown, more: Partial<ApiAnswer> = {}): ApiAnswer => ({
  environment: "sandbox",
  method: "GET",
  path: "/customers",
  status: 200,
  requestID: "r",
  contentType: "application/json",
  text: JSON.stringify(json),
  json,
  ...more,
});

function learn(answers: readonly ApiAnswer[], candidates = new WordCandidates()): LearntBehaviour {
  const behaviour: LearntBehaviour = {};
  for (const one of answers) learnAnswer(behaviour, one, candidates, 0);
  return behaviour;
}

test("two processes that learn one after the other have the same result as one process", () => {
  const answers = fc.array(
    fc.object({ maxDepth: 3 }).map((json) => answer(json)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(answers, answers, (one, two) => {
      // Converts the values to JSON and back, because JSON has no `undefined`.
      const [first, second] = [one, two].map((list) => list.map(({ text }) => answer(JSON.parse(text))));
      const merged = mergeBehaviour(learn(first ?? []), learn(second ?? []));
      expect(merged).toEqual(learn([...(first ?? []), ...(second ?? [])]));
    }),
  );
});

test("the behaviour that is learned from ever-changing answers takes at most 200 kB", () => {
  let behaviour: LearntBehaviour = {};
  for (let round = 0; round < 40; round += 1) {
    const names = Array.from({ length: 200 }, (_, index) => `m${"abcdefghij"[round % 10]}${index % 60}x${round}`);
    const deep = Object.fromEntries(names.map((name) => [name, { [name]: { [name]: [name, { [name]: 1 }] } }]));
    behaviour = mergeBehaviour(behaviour, learn([answer({ customers: [deep], [`id-${round}`]: round })]));
  }
  expect(JSON.stringify(behaviour).length).toBeLessThan(200_000);
});

test("member names that are data become one member, and the learned behaviour contains none of these names", () => {
  const behaviour = learn([
    answer({ "0b0e7f3e-1111-4222-8333-444444444444": 1, "+4930123456": 2, "ada@x.example": 3 }),
  ]);
  expect(JSON.stringify(behaviour)).not.toMatch(/0b0e7f3e|4930123456|ada@/);
  expect(behaviour["GET /customers"]?.statuses["200"]?.body.others?.present.count).toBe(3);
});

test("a vocabulary is stored after 1,000 answers with at most 20 words, and a name never is", () => {
  const candidates = new WordCandidates();
  const of = (index: number) =>
    answer({ segment: ["b2b", "b2c"][index % 2], city: `Town ${index}`, companyName: "Acme" });
  const first = learn(
    Array.from({ length: 999 }, (_, index) => of(index)),
    candidates,
  );
  const wordsOf = (behaviour: LearntBehaviour, member: string) =>
    Object.keys(behaviour["GET /customers"]?.statuses["200"]?.body.members[member]?.shape.words ?? {});
  expect(wordsOf(first, "segment")).toEqual([]);
  const second = learn(
    Array.from({ length: 10 }, (_, index) => of(index)),
    candidates,
  );
  const both = mergeBehaviour(first, second);
  expect(wordsOf(both, "segment").toSorted()).toEqual(["b2b", "b2c"]);
  expect([wordsOf(both, "city"), wordsOf(both, "companyName")]).toEqual([[], []]);
});

test.each([
  ["2026-11-20T12:00:00Z", "date-time"],
  ["2026-11-20T12:00:00", "local-date-time"],
  ["2026-11-20", "date"],
  ["1763640000", "digits"],
  ["+49 30", "text"],
  ["12-months", "word"],
  ["ada@example.test", "email"],
  ["https://example.test/x", "uri"],
  ["  ", "empty"],
  ["x".repeat(100_000), "text"],
])("the text %s has the format %s", (text, format) => expect(formatOf(text)).toBe(format));

test("the learner waits for its turn, uses no more than its share, and counts the answers that it skipped", () => {
  let nowMs = 0;
  const clock = { ...createTestClock(), now: () => nowMs, monotonic: () => nowMs };
  const work: (() => void)[] = [];
  const learner = createBehaviourLearner(clock, (one) => void work.push(one));
  for (let count = 0; count < 40; count += 1) learner.learn(answer({ total: count }));
  expect(learner.take()).toEqual({ "GET /customers": { statuses: {}, skipped: 8 } });
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.statuses["200"]?.answers.count).toBe(32);
  // Examining this answer takes one second, which is more than the learner may use at once. So the learner only counts
  // the next answers until enough time has passed.
  const slow = (ms: number) => ({
    ...answer({}),
    get text() {
      nowMs += ms;
      return "{}";
    },
  });
  learner.learn(slow(1_000));
  while (work.length > 0) work.shift()?.();
  learner.learn(answer({}));
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.skipped).toBe(1);
  nowMs += 600_000;
  learner.learn(answer({}));
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.skipped).toBe(0);
  // Even if no answer arrives for a long time, the learner saves only 10 ms for later answers. Otherwise a burst of
  // answers could delay requests.
  nowMs += 600_000;
  learner.learn(slow(15));
  while (work.length > 0) work.shift()?.();
  learner.learn(answer({}));
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.skipped).toBe(1);
});
