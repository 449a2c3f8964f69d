type Kind = "array" | "object" | "string" | "number" | "boolean";

/**
 * The members by which a page recognises an answer of its own BFF, and of what kind they are. The BFF has made the
 * answer by the contract: a page only has to tell it from what something in between has put in its place. The whole
 * schemas would be a third of a page's own script.
 */
export type AnswerShape<Output> = { readonly [Name in keyof Output]?: Kind };

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** An object with named members, whatever they are. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "object";
}

/** Whether a value is an object that has these members. */
export function hasShape<Output>(value: unknown, shape: AnswerShape<Output>): value is Output {
  return isRecord(value) && Object.entries(shape).every(([name, kind]) => kindOf(value[name]) === kind);
}
