import fc from "fast-check";
import { expect, test } from "vitest";
import { readInstant, toInstant } from "#server/api-client/normalise/instant.ts";

test.each([
  ["2026-11-20T12:34:56.789Z", "2026-11-20T12:34:56.789Z"],
  ["2026-11-20T12:34:56Z", "2026-11-20T12:34:56.000Z"],
  ["2026-11-20T12:34:56.123456Z", "2026-11-20T12:34:56.123Z"],
  ["2026-11-20T12:34:56.5+02:00", "2026-11-20T10:34:56.500Z"],
  ["2026-11-20 12:34:56-0530", "2026-11-20T18:04:56.000Z"],
  ["2026-11-20T12:34", "2026-11-20T12:34:00.000Z"],
  ["2026-11-20", "2026-11-20T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  [1_795_177_496, "2026-11-20T12:24:56.000Z"],
  [1_795_177_496_789, "2026-11-20T12:24:56.789Z"],
  [1_795_177_496.5, "2026-11-20T12:24:56.500Z"],
  ["1795177496", "2026-11-20T12:24:56.000Z"],
  ["1795177496789", "2026-11-20T12:24:56.789Z"],
])("the value %j is the instant %s", (value, expected) => {
  expect(toInstant(value)).toBe(expected);
});

test.each([
  [""],
  ["yesterday"],
  ["2026-02-30"],
  ["2026-13-01"],
  ["2025-02-29"],
  ["2026-11-20T24:00:00Z"],
  ["2026-11-20T12:60:00Z"],
  ["20.11.2026"],
  ["2026"],
  [-1],
  [Number.NaN],
  [1e18],
  [true],
  [null],
  [{}],
])("the value %j is no instant", (value) => {
  expect(toInstant(value)).toBeUndefined();
});

test("every text that Date prints is parsed exactly, in any time zone of the machine", () => {
  const dates = fc.date({ min: new Date(0), max: new Date(253_402_300_799_999), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(toInstant(date.toISOString())).toBe(date.toISOString());
    }),
  );
});

const instantLike = fc.oneof(
  fc
    .date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  // Generates texts that look like times but may be invalid: 31 February, hour 24, second 60, years before 1970.
  fc
    .tuple(
      fc.constantFrom("0000", "1969", "1970", "2023", "2024", "2100", "9999"),
      fc.nat(13),
      fc.nat(32),
      fc.nat(25),
      fc.nat(61),
      fc.nat(61),
    )
    .map(([year, ...parts]) => {
      const [month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, "0"));
      return `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    }),
  fc.string({ unit: fc.constantFrom(..."0123456789-:.TZ "), minLength: 24, maxLength: 24 }),
  fc.constantFrom(
    "2026-11-20",
    "2026-11-20T10:00:00Z",
    "2026-11-20T10:00:00.1234Z",
    "1700000000",
    "١٩٧٠-01-01T00:00:00.000Z",
  ),
);
const scalar = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom("", " ", "0", "true", "deleted", " 7 "),
  instantLike,
);

test("an instant in its canonical spelling stays unchanged", () => {
  fc.assert(
    fc.property(fc.oneof(instantLike, scalar), (given) => {
      expect(toInstant(given)).toBe(readInstant(given));
    }),
    { numRuns: 3_000 },
  );
});
