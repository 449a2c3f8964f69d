import type { TextFormat } from "#server/api-client/normalise/expected.ts";
import { toInstant } from "#server/api-client/normalise/instant.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const email = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const zone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
const date = /^\d{4}-\d{2}-\d{2}$/;
const digits = /^\+?\d{1,40}$/;
const uri = /^https?:\/\/\S{1,2000}$/i;
const word = /^[a-z0-9]+(?:[ ._-][a-z0-9]+)*$/i;

/** The maximum length of a text whose format is determined. A longer text has the format `text`. */
const maxLength = 320;

/**
 * Determines the format of a text. The text itself is not stored. `maxLength` limits the time that the patterns
 * take.
 */
export function formatOf(text: string): TextFormat {
  const trimmed = text.length <= maxLength ? text.trim() : text;
  if (trimmed === "") return "empty";
  if (trimmed.length > maxLength) return "text";
  if (uuid.test(trimmed)) return "uuid";
  if (digits.test(trimmed)) return "digits";
  if (/^\d{4}-/.test(trimmed) && toInstant(trimmed) !== undefined) {
    if (date.test(trimmed)) return "date";
    return zone.test(trimmed.slice(10)) ? "date-time" : "local-date-time";
  }
  if (email.test(trimmed)) return "email";
  if (uri.test(trimmed)) return "uri";
  return trimmed.length <= maxWordLength && word.test(trimmed) ? "word" : "text";
}

/** The maximum length of a word of a closed vocabulary. */
export const maxWordLength = 40;
