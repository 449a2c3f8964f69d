import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

/** The maximum length of a sentence, in characters. The operation's page has the whole text. */
export const maxSentence = 300;

/** A text of the API as one line of limited length. */
export function oneLineOf(text: string, maxLength: number = maxSentence): string {
  // Cut first, so that a very long text is not searched.
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
  /** True for the API's own words, false for a sentence of the console. */
  isFromAPI: boolean;
}

/** Why a write had no effect: in the API's own words if it gave any. Undefined: nobody gave a reason. */
export function resultSentence(operation: Pick<Operation, "problem" | "job"> & Parameters<typeof outcomeDetailOf>[0]) {
  const { problem, job } = operation;
  const detail = outcomeDetailOf(operation);
  const sentence = (text: string | undefined, isFromAPI: boolean): ResultSentence | undefined => {
    const line = oneLineOf(text ?? "");
    return line === "" ? undefined : { text: line, isFromAPI };
  };
  if (detail === "failed" || detail === "cancelled") return sentence(job?.reason, true);
  if (detail === "refused") {
    // A few messages are enough for a sentence, however many the API sends.
    const messages = problem?.errors.slice(0, 5).map(({ field, message }) => {
      const text = oneLineOf(message);
      return field === undefined || text.startsWith(field) ? text : `${field}: ${text}`;
    });
    return sentence(messages?.join(" "), true);
  }
  if (detail === "not-sent" || detail === "prevented") return sentence(problem?.detail, false);
  return undefined;
}
