import type { Problem } from "#lib/contract/errors.ts";
import { fieldErrorText } from "#lib/format/field-error-text.ts";

/** A problem in the API's own words. Undefined if the API gave none. */
export function problemWords({ detail, errors }: Pick<Problem, "detail" | "errors">): string {
  const all = errors.map(fieldErrorText);
  return [detail, ...all].join(" ");
}
