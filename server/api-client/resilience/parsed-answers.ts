import type { ParsedAnswer } from "#server/api-client/transport/exchange.ts";

/** Answers kept at most, and characters of the longest: parsed, an answer takes several times its text. */
const maxEntries = 64;
const maxAnswer = 256 * 1024;

export interface ParsedAnswers {
  keep(key: string, answer: ParsedAnswer): void;
  find(key: string): ParsedAnswer | undefined;
}

/**
 * Answers of one environment as they were parsed, by the request: for requests that get the same text again and again.
 * No answer comes from here: the API is asked each time, and what it says is compared. Those kept first leave first.
 */
export function createParsedAnswers(): ParsedAnswers {
  const answers = new Map<string, ParsedAnswer>();
  return {
    keep: (key, answer) => {
      answers.delete(key);
      if (answer.text.length > maxAnswer) return;
      answers.set(key, answer);
      if (answers.size > maxEntries) answers.delete(answers.keys().next().value as string);
    },
    find: (key) => answers.get(key),
  };
}
