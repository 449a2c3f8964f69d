import type { FieldError } from "#lib/contract/errors.ts";

/** The fields of a form, and the words by which a message of the API may name them. */
const mentions: readonly [field: string, pattern: RegExp][] = [
  ["companyName", /\bcompany[ _-]?name\b/i],
  ["adminUser.email", /\b(admin[ _-]?user([.[_ ]+["']?)?)?e-?mail\b|\badmin[ _-]?user\b/i],
  ["usersCount", /\busers?[ _-]?count\b/i],
  ["plan", /\bplan\b/i],
  ["term", /\bterm\b/i],
];

/** The field that a text names first. */
function firstNamed(text: string): string | undefined {
  const found = mentions
    .map(([field, pattern]) => ({ field, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.field;
}

/**
 * Assigns each message of the API, unchanged, to a form field. Uses the field that the API names beside the message,
 * otherwise the first field that the message itself names. Otherwise the message gets no field.
 */
export function withFormFields(errors: readonly FieldError[]): FieldError[] {
  return errors.map(({ field, message }) => {
    const formField = (field === undefined ? undefined : firstNamed(field)) ?? field ?? firstNamed(message);
    return formField === undefined ? { message } : { field: formField, message };
  });
}
