/**
 * The country codes of E.164 that have one or two digits; all others have three. What begins with none
 * of them is no such number.
 */
const shortCodes = new Set(
  "1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

function countryCode(digits: string): string {
  const short = [1, 2].map((length) => digits.slice(0, length)).find((code) => shortCodes.has(code));
  return short ?? digits.slice(0, 3);
}

/** Threes from the left; what is left over joins the last group, so that no digit stands alone. */
function groups(digits: string): string[] {
  const parts: string[] = [];
  let rest = digits;
  while (rest.length > 4) {
    parts.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return rest === "" ? parts : [...parts, rest];
}

/**
 * A telephone number in E.164 with blanks for the eye: `+44 207 946 0123`. Area codes differ in length
 * from place to place, so the groups say nothing about them. Any other notation stays as it came.
 */
export function formatPhone(number: string): string {
  const digits = /^\+(\d{7,15})$/.exec(number.trim())?.[1];
  if (digits === undefined) return number;
  const code = countryCode(digits);
  return [`+${code}`, ...groups(digits.slice(code.length))].join(" ");
}
