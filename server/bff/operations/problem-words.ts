import type { Problem } from "#lib/contract/errors.ts";

/** A problem in the API's own words. Undefined if the API gave none. */
export function problemWords({ detail, errors }: Pick<Problem, "detail" | "errors">): string {
  const all = errors.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  return [detail, ...all].join(" ");
}
