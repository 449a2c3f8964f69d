import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { type PhoneInterpretation, parsePhone, parsePhoneEnd } from "./phone-number.ts";
import { parseShortID, type ShortID } from "./short-id.ts";

/** The possible meanings of a pasted text. */
export type SearchTermKind =
  | { kind: "empty" }
  /** The ID of a customer, a job or an operation. The format does not show which of the three it is. */
  | { kind: "id"; id: string }
  /** An ID as pages show it, shortened in the middle. */
  | { kind: "short-id"; shortID: ShortID }
  | { kind: "email"; term: string }
  | { kind: "phone"; term: string; readings: PhoneInterpretation[] }
  /** A few digits. They may be the end of a telephone number or a part of something else. */
  | { kind: "digits"; term: string; readings: PhoneInterpretation[] }
  /**
   * Any other text. `id` is set if the text may be an ID that is no UUID. `shortID` is set if the text may be the
   * beginning of a UUID.
   */
  | { kind: "name"; term: string; id?: string; shortID?: ShortID };

const hyphenated = /(?<![\da-f-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\da-f-])/gi;
const unhyphenated = /^\{?([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})\}?$/i;
/** Matches only at the start of a word. Otherwise the pattern would be tried at every letter. */
const email = /(?<![^\s<>"'(),:;@[\]\\])[^\s<>"'(),:;@[\]\\]+@[^\s<>"'(),:;@[\]\\]+\.[^\s<>"'(),:;@[\]\\.]+/gu;

/** A SIP address looks like an e-mail address but is a telephone number. */
const sipAddress = /^sips?:\+?\d+@/i;

/** Invisible direction marks and zero-width spaces, which people copy without noticing. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

function cleaned(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll("\ufffd", " ")
    .replace(unseen, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.replace(/^(["'“„«‘])(.+)["'”“»’]$/u, "$2").trim();
}

function onlyUuid(text: string): string | undefined {
  const whole = unhyphenated.exec(text);
  const found = whole ? [whole.slice(1).join("-")] : [...text.matchAll(hyphenated)].map(([uuid]) => uuid);
  const different = new Set(found.map((uuid) => uuid.toLowerCase()));
  // A link may contain two different IDs, for example of a customer and an operation. It is unclear which ID is meant,
  // so no ID is returned.
  return different.size === 1 ? [...different][0] : undefined;
}

function onlyEmail(text: string): string | undefined {
  const found = [...text.matchAll(email)].map(([address]) => address.split("?", 1)[0]?.replace(/(?<![.!])[.!]+$/, ""));
  return found.length === 1 ? found[0] : undefined;
}

/** An ID that is not a UUID, for example `job-17` or `C0042`. It has no spaces and at least one digit. */
function otherID(term: string): string | undefined {
  const isLikeID = /^[^\s@]{4,}$/.test(term) && /\d/.test(term) && /[a-z]/i.test(term);
  return isLikeID && resourceIDSchema.safeParse(term).success ? term : undefined;
}

/**
 * Classifies a text that a person has pasted or typed. It may be an ID (alone, in a link or in a sentence), an e-mail
 * address (also `mailto:` and `Name <address>`) or a telephone number in any notation. Any other text is a name.
 */
export function classifySearchTerm(text: string): SearchTermKind {
  const term = cleaned(text);
  if (term === "") return { kind: "empty" };
  const uuid = onlyUuid(term);
  if (uuid !== undefined) return { kind: "id", id: uuid };
  const address = sipAddress.test(term) ? undefined : onlyEmail(term);
  if (address !== undefined) return { kind: "email", term: address.slice(0, maxSearchTermLength) };
  const shortID = parseShortID(term);
  if (shortID?.tail !== undefined) return { kind: "short-id", shortID };
  const readings = parsePhone(term);
  // Cutting the text may split a surrogate pair, so the broken half is removed.
  const searchable = term.slice(0, maxSearchTermLength).toWellFormed().replaceAll("\ufffd", "").trim();
  if (readings !== undefined) return { kind: "phone", term: searchable, readings };
  const end = parsePhoneEnd(term);
  if (end !== undefined) return { kind: "digits", term: searchable, readings: end };
  if (shortID !== undefined) return { kind: "name", term: searchable, shortID };
  const id = otherID(term);
  return { kind: "name", term: searchable, ...(id === undefined ? {} : { id }) };
}
