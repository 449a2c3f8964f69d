import { getCountryCallingCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, test } from "vitest";
import { isCallersNumber, parseCallerNumber } from "#server/bff/caller-card/caller-number.ts";
import { canBeSamePhone, parsePhone } from "#server/bff/lookup/phone-number.ts";
import { createRandom } from "#tests/fixtures/random.ts";

const count = 10_000;

/** Countries with different lengths, and with and without a trunk zero. */
const countries = ["DE", "AT", "NL", "GB", "FR", "US", "CH", "ES", "BE", "IN"] as const;

/** Different numbers of many countries, each with its own customer. */
function listedNumbers(): string[] {
  const random = createRandom(Number(process.env.TEST_SEED));
  const numbers = new Set<string>();
  while (numbers.size < count) {
    const country = countries[Math.floor(random() * countries.length)] as (typeof countries)[number];
    const first = String(1 + Math.floor(random() * 9));
    const rest = Array.from({ length: 9 }, () => Math.floor(random() * 10)).join("");
    numbers.add(`+${getCountryCallingCode(country)}${first}${rest}`);
  }
  return [...numbers];
}

/** A number, and its parts. They are computed once, because the library is slow. */
interface Listed {
  e164: string;
  digits: string;
  countryCode: string;
  national: string;
  grouped: string;
}

function listed(e164: string): Listed {
  const parsed = parsePhoneNumberFromString(e164);
  const countryCode = parsed?.countryCallingCode ?? "";
  const national = e164.slice(1 + countryCode.length);
  return { e164, digits: e164.slice(1), countryCode, national, grouped: parsed?.formatInternational() ?? e164 };
}

/** How softphones, browsers and people write a number. `isWhole`: it has its country code, and a sign that it has. */
const notations: readonly { name: string; isWhole: boolean; write: (number: Listed) => string }[] = [
  { name: "E.164", isWhole: true, write: ({ e164 }) => e164 },
  { name: "a plus that arrived as a blank", isWhole: true, write: ({ digits }) => ` ${digits}` },
  { name: "a blank that is encoded again", isWhole: true, write: ({ digits }) => `%20${digits}` },
  { name: "an encoded plus", isWhole: true, write: ({ digits }) => `%2B${digits}` },
  { name: "a plus that is encoded twice", isWhole: true, write: ({ digits }) => `%252B${digits}` },
  { name: "a link", isWhole: true, write: ({ e164 }) => `tel:${e164}` },
  { name: "an encoded link of a handler", isWhole: true, write: ({ e164 }) => encodeURIComponent(`web+tel:${e164}`) },
  { name: "a link whose plus is a blank", isWhole: true, write: ({ digits }) => `tel: ${digits}` },
  { name: "two zeros", isWhole: true, write: ({ digits }) => `00${digits}` },
  { name: "groups", isWhole: true, write: ({ grouped }) => grouped },
  {
    name: "a trunk zero in brackets",
    isWhole: true,
    write: ({ countryCode, national }) => `+${countryCode} (0)${national}`,
  },
  { name: "the national number", isWhole: false, write: ({ national }) => `0${national}` },
];

test(`${count} numbers in ${notations.length} notations never open another customer's card`, () => {
  const numbers = listedNumbers();
  // The store finds known numbers by their last seven digits.
  const byEnd = Map.groupBy(numbers, (number) => number.slice(-7));
  const parsed = new Map(numbers.map((number) => [number, parsePhone(number) ?? []]));
  const wrong: string[] = [];
  const missed: string[] = [];
  const choices: string[] = [];
  for (const number of numbers) {
    const parts = listed(number);
    for (const { name, isWhole, write } of notations) {
      const written = write(parts);
      const caller = parseCallerNumber(written);
      const ends = new Set(caller?.readings.map(({ digits }) => digits.slice(-7)));
      const found = [...ends]
        .flatMap((end) => byEnd.get(end) ?? [])
        .filter((other) => canBeSamePhone(caller?.readings ?? [], parsed.get(other) ?? []));
      const [only] = found;
      const opens = caller && only !== undefined && found.length === 1 && isCallersNumber(caller, only);
      const about = `${name}: ${written} of ${number} found ${found.join(", ")}`;
      if (opens && only !== number) wrong.push(about);
      if (!found.includes(number)) missed.push(about);
      if (isWhole && !opens) choices.push(about);
    }
  }
  expect(wrong).toEqual([]);
  expect(missed).toEqual([]);
  expect(choices).toEqual([]);
}, 120_000);

test("a blank before a zero, or inside a number, is no plus", () => {
  expect(parseCallerNumber(" 030 1234567")?.readings).toEqual([{ kind: "national", digits: "301234567" }]);
  expect(parseCallerNumber("tel: 030 1234567")?.readings).toEqual([{ kind: "national", digits: "301234567" }]);
  expect(parseCallerNumber("( 49) 30 1234567")?.isWhole).toBe(true);
  expect(parseCallerNumber("49 30 1234567")?.isWhole).toBe(false);
});

test("a number with its country code is understood in E.164, without its trunk zero", () => {
  for (const text of [" 49301234567", "0049 30 1234567", "tel:+49-30-1234567;ext=12", "+49 (0)30 1234567"]) {
    expect(parseCallerNumber(text)?.text, text).toBe("+49301234567");
  }
  expect(parseCallerNumber("030 1234567")?.text).toBe("030 1234567");
});

test("a number of last digits only is never certain to be the caller's", () => {
  const caller = parseCallerNumber("…4567");
  expect(caller?.readings).toEqual([{ kind: "end", digits: "4567" }]);
  expect(caller && isCallersNumber(caller, "+49301234567")).toBe(false);
});

test.each(["", " ", "anonymous", "%", "%E0%A4%A", "unknown%20caller", "tel:", "+", "a@b.example"])(
  "%j is no number",
  (text) => {
    expect(parseCallerNumber(text)).toBeUndefined();
  },
);
