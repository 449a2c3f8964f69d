import type { Problem } from "#lib/contract/errors.ts";
import { fieldErrorText } from "#lib/format/field-error-text.ts";

/** The text of a problem: its detail, followed by the errors of its fields. */
export function problemWords({ detail, errors }: Pick<Problem, "detail" | "errors">): string {
  const all = errors.map(fieldErrorText);
  return [detail, ...all].join(" ");
}
