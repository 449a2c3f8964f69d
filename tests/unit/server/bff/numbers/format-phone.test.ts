import fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";

test.each([
  ["+15550101234", "+1 555 010 1234"],
  ["+442079460123", "+44 20 7946 0123"],
  ["+4930901820", "+49 30 901820"],
  ["+35312345678", "+353 1 234 5678"],
  ["+390612345678", "+39 06 1234 5678"],
])("%s is shown as %s", (number, shown) => {
  expect(formatPhone(number)).toBe(shown);
});

test.each([
  "020 7946 0123",
  "4989001020",
  " +442079460123 ",
  "sip:ada@example.org",
  "+44 20 7946",
  "",
  "+1234567890123456",
  "+999000000001",
  "+490301234567",
])("%j, which is not E.164 or is in no numbering plan, has no other format", (number) => {
  expect(formatPhone(number)).toBeUndefined();
});

test("no digit is lost or added", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+[1-9]\d{6,14}$/), (number) => {
      expect((formatPhone(number) ?? number).replace(/[^\d+]/g, "")).toBe(number);
    }),
  );
});
