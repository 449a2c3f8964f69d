import fc from "fast-check";
import { expect, test } from "vitest";
import { canBeSamePhone, isWholePhone, parsePhone } from "#server/bff/lookup/phone-number.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const listed = "+49301234567";

function isSame(one: string, other: string): boolean {
  const [first, second] = [parsePhone(one), parsePhone(other)];
  return first !== undefined && second !== undefined && canBeSamePhone(first, second);
}

test.each([
  "+49301234567",
  "+49 (0)30 1234-567",
  "+49 030 1234567",
  "0049 30 123 45 67",
  "00 49 (0) 30 / 123 45-67",
  "011 49 30 1234567",
  "030 1234567",
  "(030) 123.45.67",
  "(0)30 1234567",
  "49301234567",
  "301234567",
  "1234567",
  "tel:+49-30-1234567",
  "tel:+49301234567;ext=12",
  "TEL: +49 30 1234567",
  "callto:+49301234567",
  "sip:+49301234567@pbx.example;user=phone",
  "+49 30 1234567 ext. 12",
  "+49 30 1234567 x12",
  "\u202a+49 30 1234567\u202c",
  "\u200f+49\u00a030\u20111234\u2011567",
  "＋４９（３０）１２３４５６７",
  "+٤٩ ٣٠ ١٢٣٤٥٦٧",
  "۰۳۰ ۱۲۳۴۵۶۷",
  "+49 – 30 – 1234567",
  "Tel.: +49 (0)30 / 1234-567 ext 8",
  "Telefon 030 1234567",
  "T: 030 1234567",
  "+49 30 1234567, Durchwahl 8",
  "phone +49 30 1234567 (office)",
])("%j is the same number as the listed one", (pasted) => {
  expect(isSame(pasted, listed)).toBe(true);
});

test.each(["+49301234568", "030 1234568", "+44301234567", "+4930123456", "040 1234567", "0 49 30 1234567", "2234567"])(
  "%j is another number",
  (pasted) => {
    expect(isSame(pasted, listed)).toBe(false);
  },
);

test.each([
  "",
  "acme",
  "12345",
  "2026-11-20",
  "4711 Cologne Ltd",
  "12345678901234567890",
  "1+2345678",
  "a@b.example",
  "T 1234567",
])("%j is not a telephone number", (text) => {
  expect(parsePhone(text)).toBeUndefined();
});

test("an API may list a number in a national notation, or without its plus", () => {
  expect(isSame("+49 89 1000123", "089 1000123")).toBe(true);
  expect(isSame("+4989001000", "4989001000")).toBe(true);
  expect(isSame("+49 89 1000123", "089 1000124")).toBe(false);
  // The digits before 891000123 are 4930. The country code is only 49, so this is another number.
  expect(isSame("+4930891000123", "089 1000123")).toBe(false);
});

test("only a number with a country code is complete", () => {
  expect(["+49 30 1234567", "tel:+49301234567", "0049301234567", " ＋49301234567"].map(isWholePhone)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(isWholePhone("Tel.: +49 30 1234567")).toBe(true);
  expect(["030 1234567", "49301234567", "Tel.: 030 1234567"].map(isWholePhone)).toEqual([false, false, false]);
});

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const country = fc.constantFrom("1", "7", "33", "44", "49", "353", "420");
/** The national digits of a number: the digits after the country code, without a trunk zero. */
const national = fc
  .tuple(fc.integer({ min: 1, max: 9 }).map(String), fc.array(digit, { minLength: 8, maxLength: 10 }))
  .map(([first, rest]) => first + rest.join(""));
const separator = fc.constantFrom("", " ", "-", ".", "/", "\u00a0", "\u202f", "\u2011", "\u200e", " – ");
const scripts = ["0", "\uff10", "\u0660", "\u06f0"].map((zero) => zero.charCodeAt(0));

/** The same digits in a notation that a person might write. */
const written = (digits: string) =>
  fc
    .tuple(fc.array(separator, { minLength: digits.length, maxLength: digits.length }), fc.constantFrom(...scripts))
    .map(([separators, zero]) =>
      [...digits]
        .map((one, index) => (index === 0 ? "" : separators[index]) + String.fromCharCode(zero + Number(one)))
        .join(""),
    );

const notation = fc.tuple(country, national).chain(([code, rest]) =>
  fc.tuple(
    fc.constant(`+${code}${rest}`),
    fc.oneof(
      written(`${code}${rest}`).map((text) => `+${text}`),
      written(`00${code}${rest}`),
      fc.tuple(written(code), written(rest)).map(([prefix, text]) => `+${prefix} (0)${text}`),
      written(`0${rest}`),
      written(rest).map((text) => `\u202d${text}\u202c`),
      written(`${code}${rest}`).map((text) => `tel:+${text}`),
    ),
  ),
);

test("any notation of a number means that number, whichever notation is pasted", () => {
  fc.assert(
    fc.property(notation, ([e164, text]) => {
      expect(isSame(text, e164)).toBe(true);
      expect(isSame(e164, text)).toBe(true);
    }),
  );
});

test("two complete numbers are the same only if their digits are the same", () => {
  const whole = fc.tuple(country, national).map(([code, rest]) => `+${code}${rest}`);
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      expect(isSame(one, other)).toBe(one === other);
    }),
  );
});

test("any text is parsed without an error, and gives only digits", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      for (const { digits } of parsePhone(text) ?? []) expect(digits).toMatch(/^\d+$/);
    }),
  );
});
