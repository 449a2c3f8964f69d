import type { FieldError } from "#lib/contract/errors.ts";

/** The fields of a form, and how an API's message may name them. */
const mentions: readonly [field: string, pattern: RegExp][] = [
  ["companyName", /\bcompany[ _-]?name\b/i],
  ["adminUser.email", /\b(admin[ _-]?user([.[_ ]+["']?)?)?e-?mail\b|\badmin[ _-]?user\b/i],
  ["usersCount", /\busers?[ _-]?count\b/i],
  ["plan", /\bplan\b/i],
  ["term", /\bterm\b/i],
];

/** The field that comes first in a text. */
function firstNamed(text: string): string | undefined {
  const found = mentions
    .map(([field, pattern]) => ({ field, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.field;
}

/**
 * The API's own messages, word for word, each at the form's field that it is about: the one that the
 * API names beside the message, else the first that the message itself names, else none.
 */
export function withFormFields(errors: readonly FieldError[]): FieldError[] {
  return errors.map(({ field, message }) => {
    const known = (field === undefined ? undefined : firstNamed(field)) ?? field ?? firstNamed(message);
    return known === undefined ? { message } : { field: known, message };
  });
}
