/** What a handler gives in place of a value that becomes JSON. */
export interface TextAnswer {
  isTextAnswer: true;
  contentType: string;
  text: string;
}

export function isTextAnswer(value: unknown): value is TextAnswer {
  return typeof value === "object" && value !== null && "isTextAnswer" in value && value.isTextAnswer === true;
}
