import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** One interpretation of digits. A notation may allow several. */
export interface PhoneInterpretation {
  /** `full` begins with a country code, `national` follows a country code, `end` may be the end of either. */
  kind: "full" | "national" | "end";
  digits: string;
}

/** The minimum number of digits that identify a telephone number. */
const minDigits = 7;

/** The maximum number of digits. E.164 allows 15, to which a trunk zero and an international prefix may be added. */
const maxDigits = 19;

/** The maximum length of a text that may be a number. */
const maxTextLength = 500;

/** Digits of other scripts that NFKC does not convert, by the code point of their zero. */
const otherZeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = otherZeros.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Labels that people and links put before a number. A single letter counts only with a colon or full stop. */
const label =
  /^(?:(?:tel|callto|sips?|phone|telephone|mobile?|cell|fax|fon|telefon)\b[\s.:]*(?:\/\/)?|[tm]\s*[:.]\s*)(?=[+(\d])/i;

const extension = /(?:ext\.?|extension|x|#|durchwahl|dw\.?)\s*\d{1,6}$/i;

/** Removes a remark in brackets at the end: `(office)`. */
function withoutRemark(text: string): string {
  const at = text.lastIndexOf("(");
  const isRemark = at >= 0 && text.endsWith(")") && /^\p{L}[\p{L}\s]*$/u.test(text.slice(at + 1, -1));
  return isRemark ? text.slice(0, at).trimEnd() : text;
}

/** Removes a link's parameters (`;ext=12`) or the extension after a number. */
function withoutExtension(text: string): string {
  const semicolon = text.indexOf(";");
  const rest = semicolon >= 0 ? text.slice(0, semicolon) : text.replace(extension, "");
  return rest === text ? text : rest.replace(/(?<![\s,])[\s,]+$/, "");
}

/** The number in a link (`tel:`, `callto:`, `sip:`) or after a label, without the text after it. */
function withoutFrame(text: string): string {
  const number = text.replace(label, "").replace(/^(\+?\d[\d().-]*)@\S*$/, "$1");
  return withoutExtension(withoutRemark(number));
}

/**
 * Removes text-direction marks and zero-width spaces, which are copied along with a number. Empty if the text is too
 * long to be a number.
 */
function asRead(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > maxTextLength) return "";
  return plainDigits(trimmed.normalize("NFKC").replace(/\p{Cf}/gu, "")).trim();
}

/** A plus after a digit is not a prefix. */
function hasPlusWithin(text: string): boolean {
  const firstDigit = text.search(/\d/);
  return firstDigit >= 0 && text.includes("+", firstDigit);
}

/**
 * The characters of a telephone number: digits, optionally a leading plus, and `(0)`. Undefined for a text that is not
 * a number, such as words, dates and IDs.
 */
function bareNumber(text: string): string | undefined {
  const bare = withoutFrame(asRead(text));
  if (!/^[+(]?[\d\s().\-/‐-―−·+]*\d\)?$/u.test(bare) || hasPlusWithin(bare)) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return undefined;
  const marked = bare.replace(/\(\s*0\s*\)/, "_").replace(/[^\d+_]/gu, "");
  const count = marked.replace(/[^\d]/g, "").length;
  return count >= minDigits && count <= maxDigits ? marked : undefined;
}

/** The minimum number of digits at the end of a number. A shorter end matches too many numbers. */
const minEndDigits = 4;

/** The last digits of a number, as people read them out: `4567`, `…45 67`, `*4567`. */
export function parsePhoneEnd(text: string): PhoneInterpretation[] | undefined {
  const [, end] = /^(?:…|\.{2,3}|\*+|x+)?\s*(\d[\d\s-]*\d)$/i.exec(asRead(text)) ?? [];
  const digits = end?.replace(/[\s-]/g, "") ?? "";
  return digits.length >= minEndDigits && digits.length < minDigits ? [{ kind: "end", digits }] : undefined;
}

/**
 * The parts of an international number according to its numbering plan: its country code, and its digits without a
 * trunk zero.
 */
function planned(digits: string): { countryCode?: string; withoutTrunkZero: string } {
  const known = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (known === undefined) return { withoutTrunkZero: digits };
  const { countryCallingCode: countryCode, nationalNumber } = known;
  const hasTrunkZero = digits === `${countryCode}0${nationalNumber}`;
  return { countryCode, withoutTrunkZero: hasTrunkZero ? `${countryCode}${nationalNumber}` : digits };
}

/**
 * The possible interpretations of a number in any notation: `+49 (0)30 1234-567`, `0049…`, `tel:` links, with
 * right-to-left marks, in full-width digits. Undefined if the text is not a telephone number.
 */
export function parsePhone(text: string): PhoneInterpretation[] | undefined {
  const bare = bareNumber(text);
  if (bare === undefined) return undefined;
  const digits = bare.replace(/[+_]/g, "");
  const international = bare.startsWith("+") ? digits : digits.startsWith("00") ? digits.slice(2) : undefined;
  if (international !== undefined) {
    // "(0)" is always a trunk zero. A zero without brackets may belong to the number.
    const full = bare.includes("_") ? [international] : [international, planned(international).withoutTrunkZero];
    return [...new Set(full)].map((digits) => ({ kind: "full", digits }));
  }
  // North America dials 011 for international calls. Elsewhere the same digits begin an area code.
  const abroad: PhoneInterpretation[] = digits.startsWith("011") ? [{ kind: "full", digits: digits.slice(3) }] : [];
  if (bare.startsWith("_") || digits.startsWith("0")) {
    return [{ kind: "national", digits: digits.replace(/^0/, "") }, ...abroad];
  }
  return [
    { kind: "full", digits },
    { kind: "end", digits },
  ];
}

/** Whether `whole` ends with `part`, and the digits before it can be a prefix. */
function isEndOf(part: PhoneInterpretation, whole: PhoneInterpretation): boolean {
  if (part.digits.length >= whole.digits.length || !whole.digits.endsWith(part.digits)) return false;
  if (part.kind === "end") return whole.kind !== "end";
  const before = whole.digits.slice(0, -part.digits.length);
  return part.kind === "national" && whole.kind === "full" && before === planned(whole.digits).countryCode;
}

function fits(one: PhoneInterpretation, other: PhoneInterpretation): boolean {
  const isSame = one.digits === other.digits && (one.kind === other.kind || one.kind === "end" || other.kind === "end");
  return isSame || isEndOf(one, other) || isEndOf(other, one);
}

/**
 * Whether two numbers in any notation can be the same: with and without country code and trunk zero. A number's end
 * matches every number that ends with it.
 */
export function canBeSamePhone(one: readonly PhoneInterpretation[], other: readonly PhoneInterpretation[]): boolean {
  return one.some((first) => other.some((second) => fits(first, second)));
}

/** Whether the number is complete with its country code, so that at most one number can match. */
export function isWholePhone(text: string): boolean {
  return /^(?:\+|00)/.test(withoutFrame(asRead(text)));
}
