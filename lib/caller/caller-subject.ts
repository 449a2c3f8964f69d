import type { Environment } from "#lib/contract/environment.ts";
import { maxLookupLength } from "#lib/contract/values/limits.ts";

/** The kinds of text that a caller can be found by. */
export type CallerSubjectKind = "number" | "email" | "customer";

/** What the caller card shows: a number, an e-mail address or a customer's ID. */
export interface CallerSubject {
  by: CallerSubjectKind;
  value: string;
  /** The environment of a customer that the person has chosen. Absent: every environment is searched. */
  environment?: Environment;
}

const kinds = ["number", "email", "customer"] as const;

/** The subject in the address of the caller card. Undefined if the address has no subject. A number stays as it was sent. */
export function callerSubjectOf(
  query: Readonly<Record<string, string | string[] | undefined>>,
): CallerSubject | undefined {
  for (const by of kinds) {
    const value = query[by];
    if (typeof value === "string" && value.trim() !== "") return { by, value: value.slice(0, maxLookupLength) };
  }
}

/** The subject of a text that a person has typed. */
export function callerSubjectOfText(text: string): CallerSubject {
  const value = text.trim().slice(0, maxLookupLength);
  if (value.includes("@") && !/^sips?:/i.test(value)) return { by: "email", value };
  // The ID of a customer has letters, or the hyphens of a UUID. A number may have a label, such as `Tel. 030 1234567`.
  const isID = /^[\da-f]{8}-[\da-f-]{27}$/i.test(value) || /^(?=.*\d)(?=.*[a-z])[\w-]+$/i.test(value);
  return { by: isID ? "customer" : "number", value };
}

/** Reads a stored subject. Undefined if the text is no subject. */
export function parseCallerSubject(text: string | null): CallerSubject | undefined {
  try {
    const { by, value, environment } = JSON.parse(text ?? "null") as CallerSubject;
    if (!kinds.includes(by) || typeof value !== "string") return undefined;
    return { by, value, ...(environment !== undefined && { environment }) };
  } catch {
    return undefined;
  }
}

/** The characters of a telephone number in any notation. */
const numberText = /^\+?[\d\s().\-/‐-―−·]+$/u;

/**
 * True if a pasted text is clearly a telephone number: it has a plus, a leading zero, a link in front or separators, or
 * at least ten digits. Other digits may be a ticket or an ID, so the lookup gets them.
 */
export function isPastedNumber(text: string): boolean {
  const trimmed = text.trim();
  if (/^(?:tel|callto):/i.test(trimmed)) return true;
  const digits = trimmed.replace(/\D/g, "");
  if (!numberText.test(trimmed) || digits.length < 7 || digits.length > 19) return false;
  if (/^\d{4}-\d{2}-\d{2}$/.test(trimmed) || /\d{1,2}[./]\d{1,2}[./]\d{4}/.test(trimmed)) return false;
  return /^(?:\+|\(?0)/.test(trimmed) || digits.length >= 10 || /\d[\s()/-]+\d/.test(trimmed);
}
