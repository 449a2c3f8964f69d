import type { FieldError } from "#lib/contract/errors.ts";

/** The fields of a form, each with the words that a message of the API may use for it. */
const mentions: readonly [field: string, pattern: RegExp][] = [
  ["companyName", /\bcompany[ _-]?name\b/i],
  ["adminUser.email", /\b(admin[ _-]?user([.[_ ]+["']?)?)?e-?mail\b|\badmin[ _-]?user\b/i],
  ["usersCount", /\busers?[ _-]?count\b/i],
  ["plan", /\bplan\b/i],
  ["term", /\bterm\b/i],
];

/** The field that is named first in a text. */
function firstNamed(text: string): string | undefined {
  const found = mentions
    .map(([field, pattern]) => ({ field, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.field;
}

/**
 * Assigns each message of the API to a form field. The message itself stays unchanged. If the API names a field beside
 * the message, that field is used. Otherwise the first field that the message mentions is used. If the message mentions
 * no field, it gets no field.
 */
export function withFormFields(errors: readonly FieldError[]): FieldError[] {
  return errors.map(({ field, message }) => {
    const formField = (field === undefined ? undefined : firstNamed(field)) ?? field ?? firstNamed(message);
    return formField === undefined ? { message } : { field: formField, message };
  });
}
