import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** The maximum length of a sentence, in characters. The operation's page shows the complete text. */
export const maxSentence = 300;

/** Shortens an API text to one line of limited length. */
export function oneLineOf(text: string, maxLength: number = maxSentence): string {
  // The text is cut before the search, so that a very long text cannot slow the search down.
  const line = text
    .slice(0, 2 * maxLength)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  const isCut = characters.length > maxLength || text.length > 2 * maxLength;
  return isCut ? `${characters.slice(0, maxLength).join("").trimEnd()}…` : line;
}

export interface ResultSentence {
  text: string;
  /** True if the text comes from the API. False for a sentence of the console. */
  isFromAPI: boolean;
}

/** Explains why a write had no effect, in the API's words if the API gave a reason. Undefined if there is no reason. */
export function resultSentence(operation: Pick<Operation, "problem" | "job"> & Parameters<typeof outcomeDetailOf>[0]) {
  const { problem, job } = operation;
  const detail = outcomeDetailOf(operation);
  const sentence = (text: string | undefined, isFromAPI: boolean): ResultSentence | undefined => {
    const line = oneLineOf(text ?? "");
    return line === "" ? undefined : { text: line, isFromAPI };
  };
  if (detail === "failed" || detail === "cancelled") return sentence(job?.reason, true);
  if (detail === "refused") {
    // The API may send many messages. The sentence contains only a few of them.
    const messages = problem?.errors.slice(0, 5).map(({ field, message }) => {
      const text = oneLineOf(message);
      return field === undefined || text.startsWith(field) ? text : `${field}: ${text}`;
    });
    return sentence(messages?.join(" "), true);
  }
  if (detail === "not-sent" || detail === "prevented") return sentence(problem?.detail, false);
  return undefined;
}
