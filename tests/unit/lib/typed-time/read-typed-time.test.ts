/// <reference lib="esnext.temporal" />
import fc from "fast-check";
import { expect, test } from "vitest";
import { readInstant } from "#lib/format/local-time.ts";
import { printShortTime, printTime, printTimeInZone } from "#lib/typed-time/print-time.ts";
import { maxTypedTime, readTypedTime, type TypedTimeOptions } from "#lib/typed-time/read-typed-time.ts";
import { monthNames, units } from "#lib/typed-time/words.ts";

const amsterdam = "Europe/Amsterdam";

/** Friday, 27 November 2026, 10:30 in Amsterdam. */
const nowMs = Date.parse("2026-11-27T09:30:40Z");

const options: TypedTimeOptions = { zone: amsterdam, nowMs, leans: "future", unit: "minute" };

const localOf = (text: string, changed: Partial<TypedTimeOptions> = {}) => {
  const read = readTypedTime(text, { ...options, ...changed });
  return read.kind === "clear" ? read.reading.local : read.kind === "choose" ? read.why : read.why;
};

test.each([
  ["1 dec", "2026-12-01T00:00"],
  ["1 Dec 2026 14:00", "2026-12-01T14:00"],
  ["14:00 1 dec", "2026-12-01T14:00"],
  ["1st of December, 2026 at 14:00", "2026-12-01T14:00"],
  ["1dec2026 9:05", "2026-12-01T09:05"],
  ["December 1, 2026", "2026-12-01T00:00"],
  ["2026 dec 1", "2026-12-01T00:00"],
  ["Tue, 1 Dec 2026, 00:00", "2026-12-01T00:00"],
  ["tuesday 1.12.", "2026-12-01T00:00"],
  ["1.12.2026", "2026-12-01T00:00"],
  ["１ dec", "2026-12-01T00:00"],
  ["27 nov", "2026-11-27T00:00"],
  ["26 nov", "2027-11-26T00:00"],
  ["29 feb", "2028-02-29T00:00"],
  ["31/12/2026", "2026-12-31T00:00"],
  ["12/31/2026", "2026-12-31T00:00"],
  ["2/2/2027", "2027-02-02T00:00"],
  ["2026-12-01", "2026-12-01T00:00"],
  ["2026-12-01T14:00", "2026-12-01T14:00"],
  ["2026-12-01 14:00:00", "2026-12-01T14:00"],
  ["2026-12-01T13:00:00.000Z", "2026-12-01T14:00"],
  ["2026-12-01T14:00+02:00", "2026-12-01T13:00"],
  ["2026-12-01 13:00 UTC", "2026-12-01T14:00"],
  ["1 dec 2026 14:00 Amsterdam", "2026-12-01T14:00"],
  ["1 dec 2026 14:00 Europe/Amsterdam", "2026-12-01T14:00"],
  ["1 dec 2026 14:00 (UTC+01:00)", "2026-12-01T14:00"],
  ["now", "2026-11-27T10:30"],
  ["18:00", "2026-11-27T18:00"],
  ["6pm", "2026-11-27T18:00"],
  ["tomorrow 12:15 am", "2026-11-28T00:15"],
  ["tomorrow", "2026-11-28T00:00"],
  ["tomorrow 9:00", "2026-11-28T09:00"],
  ["yesterday", "2026-11-26T00:00"],
  ["monday", "2026-11-30T00:00"],
  ["on Thu 8:00", "2026-12-03T08:00"],
  ["1st of next month", "2026-12-01T00:00"],
  ["1 next month 8:00", "2026-12-01T08:00"],
  ["in 30 days", "2026-12-27T10:30"],
  ["in 3 days at 8:00", "2026-11-30T08:00"],
  ["in 2 weeks", "2026-12-11T10:30"],
  ["in 3 months", "2027-02-27T10:30"],
  ["+2h", "2026-11-27T12:30"],
  ["in 90 min", "2026-11-27T12:00"],
  ["2 days ago", "2026-11-25T10:30"],
])("“%s” means %s", (text, local) => {
  expect(localOf(text)).toBe(local);
});

test.each([
  ["", "empty"],
  ["  ", "empty"],
  ["soon", "unknown"],
  ["Amsterdam", "unknown"],
  ["1", "unknown"],
  ["dec 2026", "unknown"],
  ["1 dec dec", "unknown"],
  ["1 dec 14:00 15:00", "unknown"],
  ["+2h 14:00", "unknown"],
  ["in 5 m", "unknown"],
  ["1 dec 2026 14:00 Berlin", "unknown"],
  ["1 dec 26", "short-year"],
  ["1/12/26", "short-year"],
  ["31 feb", "no-such-day"],
  ["2026-02-30", "no-such-day"],
  ["2026-02-30T10:00Z", "no-such-day"],
  ["in 99999 years", "no-such-day"],
  ["1 dec 24:00", "no-such-time"],
  ["1 dec 14:60", "no-such-time"],
  ["1 dec 14:00 pm", "no-such-time"],
  ["mon 1 dec 2026", "weekday"],
  ["for 30 days", "start"],
  ["30 days", "start"],
  ["1 dec 2026 14:00 (UTC+05:00)", "offset"],
  ["x".repeat(maxTypedTime + 1), "too-long"],
])("“%s” is not a date: %s", (text, why) => {
  expect(localOf(text)).toBe(why);
});

test("a date without a year is the next one for a planned time, and the last one for a filter of the past", () => {
  const past = { leans: "past" } as const;
  expect(localOf("1 nov")).toBe("2027-11-01T00:00");
  expect(localOf("1 nov", past)).toBe("2026-11-01T00:00");
  expect(localOf("1 dec", past)).toBe("2025-12-01T00:00");
  expect(localOf("27 nov", past)).toBe("2026-11-27T00:00");
  expect(localOf("monday", past)).toBe("2026-11-23T00:00");
});

test("a date with two interpretations offers both, in words that can be read back as one of them", () => {
  const dates = fc.record({
    first: fc.integer({ min: 1, max: 12 }),
    second: fc.integer({ min: 1, max: 12 }),
    sign: fc.constantFrom("/", "-"),
    rest: fc.constantFrom("2027", "2027 14:00", ""),
  });
  fc.assert(
    fc.property(dates, ({ first, second, sign, rest }) => {
      const year = rest === "" ? "" : sign;
      const read = readTypedTime(`${first}${sign}${second}${year}${rest}`, options);
      if (first === second) {
        expect(read.kind).toBe("clear");
        return;
      }
      if (read.kind !== "choose") throw new Error("It should have two readings.");
      expect(new Set(read.readings.map(({ at }) => at)).size).toBe(2);
      for (const reading of read.readings) {
        expect(readTypedTime(printTime(reading), options)).toEqual({ kind: "clear", reading });
      }
    }),
  );
});

test("the page asks which day “next Friday” means, and which day “Friday” means on a Friday", () => {
  for (const [text, days] of [
    ["friday", ["2026-11-27", "2026-12-04"]],
    ["next monday", ["2026-11-30", "2026-12-07"]],
  ] as const) {
    const read = readTypedTime(text, options);
    expect(read).toMatchObject({ kind: "choose", why: "weekday" });
    expect(read.kind === "choose" && read.readings.map(({ local }) => local.slice(0, 10))).toEqual(days);
  }
});

test.each([
  ["28 mar 2027 2:30", "missing", ["2027-03-28T01:30", "2027-03-28T03:30"]],
  ["31 oct 2027 2:30", "twice", ["2027-10-31T02:30", "2027-10-31T02:30"]],
])("“%s”, when the clocks change, has two possible times to choose from", (text, why, locals) => {
  const read = readTypedTime(text, options);
  if (read.kind !== "choose") throw new Error("It should have two readings.");
  expect(read.why).toBe(why);
  expect(read.readings.map(({ local }) => local)).toEqual(locals);
  for (const reading of read.readings) {
    expect(readTypedTime(printTime(reading), options)).toEqual({ kind: "clear", reading });
  }
});

test("the end of a period is counted from its start", () => {
  const start = readInstant("2026-12-01T09:00:00Z", amsterdam);
  expect(localOf("for 30 days", { start })).toBe("2026-12-31T10:00");
  expect(localOf("30d", { start })).toBe("2026-12-31T10:00");
  expect(localOf("for 2 weeks 8:00", { start })).toBe("2026-12-15T08:00");
  expect(localOf("for 1 month", { start })).toBe("2027-01-01T10:00");
  expect(localOf("for 8 hours", { start })).toBe("2026-12-01T18:00");
  expect(localOf("15 jan", { start })).toBe("2027-01-15T00:00");
  expect(localOf("30 nov", { start })).toBe("2027-11-30T00:00");
});

test("days have no time of day, and a range of days includes its first day", () => {
  const days = { unit: "day", zone: "UTC", leans: "past" } as const;
  const start = readInstant("2026-11-01T00:00:00Z", "UTC");
  expect(localOf("tomorrow", days)).toBe("2026-11-28T00:00");
  expect(localOf("30 days ago", days)).toBe("2026-10-28T00:00");
  expect(localOf("for 7 days", { ...days, start })).toBe("2026-11-07T00:00");
  expect(localOf("for 1 month", { ...days, start })).toBe("2026-11-30T00:00");
  expect(localOf("1 nov 14:00", days)).toBe("time");
  expect(localOf("2026-11-01T14:00Z", days)).toBe("time");
  expect(localOf("+2h", days)).toBe("time");
});

const zones = [
  amsterdam,
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Etc/GMT+5",
  "UTC",
];

const minutes = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 60_000, max: Date.parse(to) / 60_000 })
    .map((minute) => new Date(minute * 60_000).toISOString());

/** Half of the generated instants are close to a change of the clocks. */
const instants = fc.oneof(
  minutes("1971-01-01", "2100-01-01"),
  fc.constantFrom("2026-10-25T01:00Z", "2026-11-01T06:00Z", "2026-04-04T15:00Z").chain((change) => {
    const around = (hours: number) => new Date(Date.parse(change) + hours * 3_600_000).toISOString();
    return minutes(around(-2), around(2));
  }),
);

test("every printed time is read back as the same time, whatever the current time is", () => {
  const leans = fc.constantFrom("future" as const, "past" as const);
  fc.assert(
    fc.property(instants, instants, fc.constantFrom(...zones), leans, (at, now, zone, lean) => {
      const reading = readInstant(at, zone);
      const here = { zone, nowMs: Date.parse(now), leans: lean, unit: "minute" } as const;
      for (const text of [
        printTime(reading),
        printShortTime(reading),
        printTimeInZone(reading),
        printTimeInZone(reading).toUpperCase(),
        at,
      ]) {
        expect(readTypedTime(text, here)).toEqual({ kind: "clear", reading });
      }
    }),
    { numRuns: 500 },
  );
});

test("a number of days, weeks, months or years is counted by the platform's own calendar", () => {
  const amounts = fc.record({
    count: fc.integer({ min: 0, max: 400 }),
    unit: fc.constantFrom("days", "weeks", "months", "years"),
    isAgo: fc.boolean(),
  });
  fc.assert(
    fc.property(minutes("2400-01-01", "2420-01-01"), amounts, (now, { count, unit, isAgo }) => {
      const known = Temporal.PlainDateTime.from(now.slice(0, 16)).add({ [unit]: isAgo ? -count : count });
      const here = { zone: "UTC", nowMs: Date.parse(now), leans: "future", unit: "minute" } as const;
      const text = isAgo ? `${count} ${unit} ago` : `in ${count} ${unit}`;
      expect(localOf(text, here)).toBe(known.toString().slice(0, 16));
    }),
  );
});

test("any text of date words has exactly one interpretation, two different ones, or none", () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...monthNames,
      ...units.keys(),
      "in",
      "for",
      "+",
      "next",
      "month",
      "tomorrow",
      "friday",
      "at",
      "utc",
    ),
    fc.constantFrom("1st", "12:30", "9 pm", "2026", "1/2/2026", "31.12.", "2026-02-29", "-"),
    fc.integer({ min: 0, max: 99 }).map(String),
  );
  const texts = fc.oneof(
    fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
    fc.string({ unit: "grapheme", maxLength: 2 * maxTypedTime }),
  );
  fc.assert(
    fc.property(
      texts,
      fc.constantFrom(...zones),
      fc.constantFrom("minute" as const, "day" as const),
      (text, zone, unit) => {
        const read = readTypedTime(text, { zone, nowMs, leans: "future", unit });
        if (read.kind === "unread") return;
        const readings = read.kind === "clear" ? [read.reading] : read.readings;
        expect(new Set(readings.map(({ at }) => at)).size).toBe(read.kind === "clear" ? 1 : 2);
        for (const reading of readings) expect(readInstant(reading.at, zone)).toEqual(reading);
      },
    ),
    { numRuns: 2_000 },
  );
});
