import { beforeAll, expect, test } from "vitest";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import { compareBehaviour } from "#server/bff/api-behaviour/compare/compare-behaviour.ts";
import { toOpenApi } from "#server/bff/api-behaviour/export-openapi.ts";
import { findSilences } from "#server/bff/api-behaviour/find-silences.ts";
import { learnAnswer } from "#server/bff/api-behaviour/learn/learn-answer.ts";
import type { LearntBehaviour } from "#server/bff/api-behaviour/learn/shape.ts";
import { WordCandidates } from "#server/bff/api-behaviour/learn/word-candidates.ts";
import { collectServiceAnswers } from "#tests/fixtures/api-behaviour/service-answers.ts";

let answers: ApiAnswer[];
beforeAll(async () => {
  answers = await collectServiceAnswers();
});

/** Learns all answers `rounds` times, and moves the clock forward by a minute after each round. */
function learnAll(rounds: number, given: readonly ApiAnswer[] = answers): LearntBehaviour {
  const behaviour: LearntBehaviour = {};
  const candidates = new WordCandidates();
  let nowMs = Date.parse("2026-11-20T12:00:00Z");
  for (let round = 0; round < rounds; round += 1) {
    for (const answer of given) learnAnswer(behaviour, answer, candidates, nowMs);
    nowMs += 60_000;
  }
  return behaviour;
}

test("10,000 answers of our own service show no difference", () => {
  const rounds = Math.ceil(10_000 / answers.length);
  expect(
    compareBehaviour(learnAll(rounds)).map(({ operation, path, kind, found }) => [operation, path, kind, found]),
  ).toEqual([]);
});

test("the behaviour answers the open questions of the specification with observations", () => {
  const silences = Object.fromEntries(findSilences(learnAll(3)).map((one) => [one.question, one]));
  expect(silences.plans?.findings.map(({ found }) => found).toSorted()).toEqual([
    "enterprise",
    "essential",
    "hardware-only",
    "professional",
  ]);
  expect(silences.terms?.findings.map(({ found }) => found).toSorted()).toEqual([
    "12-months",
    "24-months",
    "36-months",
    "monthly",
  ]);
  expect(silences["creation-statuses"]?.findings).toEqual([{ found: "POST /customers → 202", count: 18 }]);
  expect(silences["creation-members"]?.findings.map(({ found }) => found)).toEqual(["jobID", "customerID"]);
  expect(silences["error-bodies"]?.findings).toContainEqual({ found: "400: array", count: 21 });
  expect(silences["activity-paging"]?.findings.map(({ found }) => found)).toEqual(["limit", "offset", "total"]);
  for (const { question, findings } of Object.values(silences)) {
    if (question !== "refusals") expect(findings, question).not.toEqual([]);
  }
});

test("neither the behaviour nor its export contains a value of a customer", () => {
  const behaviour = learnAll(20);
  const kept = JSON.stringify([behaviour, toOpenApi(behaviour, "production")]);
  const secret = new Set([
    "companyName",
    "email",
    "customerID",
    "jobID",
    "number",
    "from",
    "to",
    "url",
    "access_token",
  ]);
  let texts = 0;
  const search = (value: unknown, name: string): void => {
    // Checks only texts of at least eight characters that contain a digit, a space or an @. Other texts may occur in
    // what is kept by coincidence. For example, "provisioning" is both a caller and a type.
    if (typeof value === "string" && value.length >= 8 && /[\d\s@]/.test(value) && secret.has(name)) {
      texts += 1;
      expect(kept.includes(JSON.stringify(value)), `${name}: ${value}`).toBe(false);
    } else if (typeof value === "object" && value !== null) {
      for (const [member, inner] of Object.entries(value)) search(inner, Array.isArray(value) ? name : member);
    }
  };
  for (const answer of answers) search(answer.json, "");
  expect(texts).toBeGreaterThan(1_000);
});
