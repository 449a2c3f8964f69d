import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { learnAnswer } from "#server/bff/profile/learn/learn-answer.ts";
import { mergeProfiles } from "#server/bff/profile/learn/merge-profiles.ts";
import { createProfileLearner } from "#server/bff/profile/learn/profile-learner.ts";
import type { ApiProfile } from "#server/bff/profile/learn/shape.ts";
import { formatOf } from "#server/bff/profile/learn/text-format.ts";
import { WordCandidates } from "#server/bff/profile/learn/word-candidates.ts";
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

function learn(answers: readonly ApiAnswer[], candidates = new WordCandidates()): ApiProfile {
  const profile: ApiProfile = {};
  for (const one of answers) learnAnswer(profile, one, candidates, 0);
  return profile;
}

test("two processes that learn one after the other have the same result as one process", () => {
  const answers = fc.array(
    fc.object({ maxDepth: 3 }).map((json) => answer(json)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(answers, answers, (one, two) => {
      // `undefined` is no JSON.
      const [first, second] = [one, two].map((list) => list.map(({ text }) => answer(JSON.parse(text))));
      const merged = mergeProfiles(learn(first ?? []), learn(second ?? []));
      expect(merged).toEqual(learn([...(first ?? []), ...(second ?? [])]));
    }),
  );
});

test("an API whose answers never look the same has a profile of at most 200 kB", () => {
  let profile: ApiProfile = {};
  for (let round = 0; round < 40; round += 1) {
    const names = Array.from({ length: 200 }, (_, index) => `m${"abcdefghij"[round % 10]}${index % 60}x${round}`);
    const deep = Object.fromEntries(names.map((name) => [name, { [name]: { [name]: [name, { [name]: 1 }] } }]));
    profile = mergeProfiles(profile, learn([answer({ customers: [deep], [`id-${round}`]: round })]));
  }
  expect(JSON.stringify(profile).length).toBeLessThan(200_000);
});

test("names that are data become one member, and the profile contains none of these names", () => {
  const profile = learn([answer({ "0b0e7f3e-1111-4222-8333-444444444444": 1, "+4930123456": 2, "ada@x.example": 3 })]);
  expect(JSON.stringify(profile)).not.toMatch(/0b0e7f3e|4930123456|ada@/);
  expect(profile["GET /customers"]?.statuses["200"]?.body.others?.present.count).toBe(3);
});

test("a vocabulary is kept once 1,000 answers had at most 20 words, and a name never is", () => {
  const candidates = new WordCandidates();
  const of = (index: number) =>
    answer({ segment: ["b2b", "b2c"][index % 2], city: `Town ${index}`, companyName: "Acme" });
  const first = learn(
    Array.from({ length: 999 }, (_, index) => of(index)),
    candidates,
  );
  const wordsOf = (profile: ApiProfile, member: string) =>
    Object.keys(profile["GET /customers"]?.statuses["200"]?.body.members[member]?.shape.words ?? {});
  expect(wordsOf(first, "segment")).toEqual([]);
  const second = learn(
    Array.from({ length: 10 }, (_, index) => of(index)),
    candidates,
  );
  const both = mergeProfiles(first, second);
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
])("the text %s is written like %s", (text, format) => expect(formatOf(text)).toBe(format));

test("learning waits for its turn, takes no more than its share, and counts the answers that it left out", () => {
  let nowMs = 0;
  const clock = { ...createTestClock(), now: () => nowMs, monotonic: () => nowMs };
  const work: (() => void)[] = [];
  const learner = createProfileLearner(clock, (one) => void work.push(one));
  for (let count = 0; count < 40; count += 1) learner.learn(answer({ total: count }));
  expect(learner.take()).toEqual({ "GET /customers": { statuses: {}, skipped: 8 } });
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.statuses["200"]?.answers.count).toBe(32);
  // An answer that takes a second to examine uses all of the saved time. So the learner only counts the next answers.
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
  // The learner saves only little time, even if no answer arrives for long. Otherwise a burst of answers would
  // wait for the learner.
  nowMs += 600_000;
  learner.learn(slow(15));
  while (work.length > 0) work.shift()?.();
  learner.learn(answer({}));
  while (work.length > 0) work.shift()?.();
  expect(learner.take()["GET /customers"]?.skipped).toBe(1);
});
