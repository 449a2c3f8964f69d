import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** One possible meaning of the digits. A notation may allow several. */
export interface PhoneInterpretation {
  /**
   * `full` begins with a country code. `national` needs a country code before it. `end` may be the end of a full or a
   * national number.
   */
  kind: "full" | "national" | "end";
  digits: string;
}

/** The minimum number of digits that identify a telephone number. */
const minDigits = 7;

/** The maximum number of digits. E.164 allows 15. A trunk zero and an international prefix may be added. */
const maxDigits = 19;

/** The maximum length of a text that may be a telephone number. */
const maxTextLength = 500;

/** The zeros of scripts whose digits NFKC does not convert, as code points. */
const otherZeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = otherZeros.find((first) => code >= first && code <= first + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** Labels that people and links write before a number. A single letter is a label only before a colon or full stop. */
const label =
  /^(?:(?:tel|callto|sips?|phone|telephone|mobile?|cell|fax|fon|telefon)\b[\s.:]*(?:\/\/)?|[tm]\s*[:.]\s*)(?=[+(\d])/i;

const extension = /(?:ext\.?|extension|x|#|durchwahl|dw\.?)\s*\d{1,6}$/i;

/** Removes a remark in brackets at the end, for example `(office)`. */
function withoutRemark(text: string): string {
  const at = text.lastIndexOf("(");
  const isRemark = at >= 0 && text.endsWith(")") && /^\p{L}[\p{L}\s]*$/u.test(text.slice(at + 1, -1));
  return isRemark ? text.slice(0, at).trimEnd() : text;
}

/** Removes the parameters of a link (`;ext=12`), or the extension after a number. */
function withoutExtension(text: string): string {
  const semicolon = text.indexOf(";");
  const rest = semicolon >= 0 ? text.slice(0, semicolon) : text.replace(extension, "");
  return rest === text ? text : rest.replace(/(?<![\s,])[\s,]+$/, "");
}

/** The number in a link (`tel:`, `callto:`, `sip:`) or after a label, without any text that follows it. */
function withoutFrame(text: string): string {
  const number = text.replace(label, "").replace(/^(\+?\d[\d().-]*)@\S*$/, "$1");
  return withoutExtension(withoutRemark(number));
}

/**
 * Removes direction marks and zero-width spaces, which people copy together with a number, and converts digits of other
 * scripts. Returns an empty text if the text is too long for a number.
 */
function asRead(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > maxTextLength) return "";
  return plainDigits(trimmed.normalize("NFKC").replace(/\p{Cf}/gu, "")).trim();
}

/** True if a plus follows a digit. Such a plus is not an international prefix. */
function hasPlusWithin(text: string): boolean {
  const firstDigit = text.search(/\d/);
  return firstDigit >= 0 && text.includes("+", firstDigit);
}

/**
 * The characters of a telephone number: digits, optionally a leading plus, and `(0)` as `_`. Undefined for any other
 * text, such as words, dates and IDs.
 */
function bareNumber(text: string): string | undefined {
  const bare = withoutFrame(asRead(text));
  if (!/^[+(]?[\d\s().\-/‐-―−·+]*\d\)?$/u.test(bare) || hasPlusWithin(bare)) return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(bare)) return undefined;
  const marked = bare.replace(/\(\s*0\s*\)/, "_").replace(/[^\d+_]/gu, "");
  const count = marked.replace(/[^\d]/g, "").length;
  return count >= minDigits && count <= maxDigits ? marked : undefined;
}

/** The minimum number of last digits to search for. Fewer digits match too many numbers. */
const minEndDigits = 4;

/**
 * The last digits of a number, as people read them out: `4567`, `…45 67`, `*4567`. Undefined if the text has another
 * form.
 */
export function parsePhoneEnd(text: string): PhoneInterpretation[] | undefined {
  const [, end] = /^(?:…|\.{2,3}|\*+|x+)?\s*(\d[\d\s-]*\d)$/i.exec(asRead(text)) ?? [];
  const digits = end?.replace(/[\s-]/g, "") ?? "";
  return digits.length >= minEndDigits && digits.length < minDigits ? [{ kind: "end", digits }] : undefined;
}

/**
 * The parts of an international number by its numbering plan: the country code, and all digits without a trunk zero.
 */
function planned(digits: string): { countryCode?: string; withoutTrunkZero: string } {
  const known = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (known === undefined) return { withoutTrunkZero: digits };
  const { countryCallingCode: countryCode, nationalNumber } = known;
  const hasTrunkZero = digits === `${countryCode}0${nationalNumber}`;
  return { countryCode, withoutTrunkZero: hasTrunkZero ? `${countryCode}${nationalNumber}` : digits };
}

/**
 * The possible meanings of a telephone number in any notation: `+49 (0)30 1234-567`, `0049…`, `tel:` links,
 * right-to-left marks, full-width digits. Undefined if the text is not a telephone number.
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
  // In North America, 011 is the prefix of international calls. In other countries, 011 may begin an area code.
  const abroad: PhoneInterpretation[] = digits.startsWith("011") ? [{ kind: "full", digits: digits.slice(3) }] : [];
  if (bare.startsWith("_") || digits.startsWith("0")) {
    return [{ kind: "national", digits: digits.replace(/^0/, "") }, ...abroad];
  }
  return [
    { kind: "full", digits },
    { kind: "end", digits },
  ];
}

/** True if `whole` ends with `part`, and the digits before it may be a prefix. */
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
 * True if two numbers in any notation may be equal, with or without country code and trunk zero. The last digits of a
 * number match every number that ends with them.
 */
export function canBeSamePhone(one: readonly PhoneInterpretation[], other: readonly PhoneInterpretation[]): boolean {
  return one.some((first) => other.some((second) => fits(first, second)));
}

/**
 * True if two numbers are equal with their country codes, or if only one of them lacks it. Unlike `canBeSamePhone`, the
 * last digits alone are not enough.
 */
export function isSamePhone(one: readonly PhoneInterpretation[], other: readonly PhoneInterpretation[]): boolean {
  const isWhole = ({ kind }: PhoneInterpretation) => kind !== "end";
  return canBeSamePhone(one.filter(isWhole), other.filter(isWhole));
}

/** True if the number has its country code, so that at most one number can match. */
export function isWholePhone(text: string): boolean {
  return /^(?:\+|00)/.test(withoutFrame(asRead(text)));
}
