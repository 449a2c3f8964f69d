import type { ParsedAnswers } from "#server/api-client/resilience/parsed-answers.ts";

/** Replaces the console's own cache of parsed answers in a benchmark. Every answer of the API is parsed. */
export function createParsedAnswers(): ParsedAnswers {
  return { keep: () => {}, find: () => undefined };
}
