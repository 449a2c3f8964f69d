import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone } from "#lib/format/format-phone.ts";

test.each([
  ["+15550101234", "+1 555 010 1234"],
  ["+442079460123", "+44 207 946 0123"],
  ["+4930901820", "+49 309 018 20"],
  ["+35312345678", "+353 123 456 78"],
  [" +442079460123 ", "+44 207 946 0123"],
])("%s is shown as %s", (number, shown) => {
  expect(formatPhone(number)).toBe(shown);
});

test.each(["020 7946 0123", "4989001020", "sip:ada@example.org", "+44 20 7946", "", "+1234567890123456"])(
  "%j, which is not E.164, stays as it came",
  (number) => {
    expect(formatPhone(number)).toBe(number);
  },
);

test("no digit is lost, added or left alone", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (number) => {
      const shown = formatPhone(number);
      expect(shown.replaceAll(" ", "")).toBe(number);
      expect(
        shown
          .split(" ")
          .slice(1)
          .every((group) => group.length >= 2 && group.length <= 4),
      ).toBe(true);
    }),
  );
});
