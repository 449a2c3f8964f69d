/** A text that a handler returns instead of a JSON value. */
export interface TextAnswer {
  isTextAnswer: true;
  contentType: string;
  text: string;
}

export const textAnswer = (contentType: string, text: string): TextAnswer => ({
  isTextAnswer: true,
  contentType,
  text,
});

export function isTextAnswer(value: unknown): value is TextAnswer {
  return typeof value === "object" && value !== null && "isTextAnswer" in value && value.isTextAnswer === true;
}
