import {
  isSamePhone,
  isWholePhone,
  type PhoneInterpretation,
  parsePhone,
  parsePhoneEnd,
} from "#server/bff/lookup/phone-number.ts";

/** A caller's number, as it was understood. */
export interface CallerNumber {
  /** The number as it was understood: in E.164 if it has its country code, otherwise as it was written. */
  text: string;
  readings: readonly PhoneInterpretation[];
  /** True if the number has its country code, so that at most one number can match. */
  isWhole: boolean;
}

/** How often a text is decoded. A softphone may encode a link that is already encoded. */
const maxDecodings = 2;

function decoded(text: string): string {
  let current = text;
  for (let times = 0; times < maxDecodings && /%[\da-f]{2}/i.test(current); times += 1) {
    try {
      current = decodeURIComponent(current);
    } catch {
      return current;
    }
  }
  return current;
}

/**
 * Restores a plus that arrived as a blank, because a query that is not encoded reads a plus as a blank. No country code
 * begins with 0, so a blank before 0 is only a blank. A country code may be in brackets: `(+49) 30 1234567`.
 */
const withPlus = (text: string) => text.replace(/^(\(?)\s+(?=[1-9])/, "$1+").replace(/^\(\+(\d+)\)/, "+$1 ");

/**
 * Parses a number as softphones and browsers send it: encoded or not, with `tel:`, `web+tel:` and similar in front, with
 * a plus that arrived as a blank, or in any notation that the lookup understands. Undefined if it is no number.
 */
export function parseCallerNumber(raw: string): CallerNumber | undefined {
  const link = decoded(raw).replace(/^\s*web[+\s]/i, "");
  const [, scheme = "", rest = ""] = /^(\s*(?:tel|callto|sips?|phone):(?:\/\/)?)?(.*)$/is.exec(link) ?? [];
  const text = `${scheme.trim()}${withPlus(rest)}`.trim();
  const readings = parsePhone(text) ?? parsePhoneEnd(text);
  if (!readings) return undefined;
  const isWhole = isWholePhone(text);
  const [first] = readings;
  return { text: isWhole && first ? `+${first.digits}` : text, readings, isWhole };
}

/** True if a listed number is certainly the caller's number, not only a number with the same last digits. */
export function isCallersNumber({ readings }: CallerNumber, listed: string): boolean {
  return isSamePhone(readings, parsePhone(listed) ?? []);
}
