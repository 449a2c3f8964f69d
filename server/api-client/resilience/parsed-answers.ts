import type { ParsedAnswer } from "#server/api-client/transport/exchange.ts";

/**
 * The maximum number of stored answers, and the maximum number of characters of one answer. The limits are low, because
 * a parsed answer needs several times the memory of its text.
 */
const maxEntries = 64;
const maxAnswer = 256 * 1024;

export type ParsedAnswers = ReturnType<typeof createParsedAnswers>;

/**
 * Stores parsed answers of one environment, for requests that often get the same text. This is not a response cache:
 * every request is sent, and its new text is compared with the stored text. The oldest entry is removed first.
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
