/** The country codes of E.164 that have one or two digits; all others have three. */
const shortCodes = new Set(
  "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

/** The country code that the digits of an international number begin with. */
export function countryCode(digits: string): string {
  const short = [1, 2].map((length) => digits.slice(0, length)).find((code) => shortCodes.has(code));
  return short ?? digits.slice(0, 3);
}
