import type { ParsedAnswer } from "#server/api-client/transport/exchange.ts";

/**
 * The maximum number of answers, and of characters in one: a parsed answer takes several times the memory of its text.
 */
const maxEntries = 64;
const maxAnswer = 256 * 1024;

export type ParsedAnswers = ReturnType<typeof createParsedAnswers>;

/**
 * Parsed answers of one environment by request, for requests that repeatedly receive the same text. This is not a
 * response cache: every request is sent, and its answer is compared with the kept text. The oldest entry is removed
 * first.
 */
export function createParsedAnswers() {
  const answers = new Map<string, ParsedAnswer>();
  return {
    keep: (key: string, answer: ParsedAnswer) => {
      answers.delete(key);
      if (answer.text.length > maxAnswer) return;
      answers.set(key, answer);
      if (answers.size > maxEntries) answers.delete(answers.keys().next().value as string);
    },
    find: (key: string): ParsedAnswer | undefined => answers.get(key),
  };
}
