type Kind = "array" | "object" | "string" | "number" | "boolean";

/**
 * The members by which a page recognises an answer of the BFF, with their types. The BFF's answers always match their
 * schemas. The page only has to detect answers that come from another server, such as a proxy. Checking with the full
 * schemas would make the page's own script a third larger.
 */
export type AnswerShape<Output> = { readonly [Name in keyof Output]?: Kind };

const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** True if the value is an object. The members of the object are not checked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === "object";
}

/** True if a value is an object with these members. */
export function hasShape<Output>(value: unknown, shape: AnswerShape<Output>): value is Output {
  return isRecord(value) && Object.entries(shape).every(([name, kind]) => kindOf(value[name]) === kind);
}
