/// <reference lib="esnext.temporal" />
import fc from "fast-check";
import { expect, test } from "vitest";
import { readInstant, readLocalTime } from "#lib/format/local-time.ts";

const zones = ["Europe/Amsterdam", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];

const instants = fc
  .integer({ min: Date.parse("2020-01-01") / 60_000, max: Date.parse("2035-01-01") / 60_000 })
  .map((minutes) => minutes * 60_000);

test("every instant survives the conversion to local time and back, by the platform's own calendar", () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...zones), (atMs, zone) => {
      const known = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
      const reading = readInstant(new Date(atMs).toISOString(), zone);
      expect(reading).toMatchObject({ local: known.toPlainDateTime().toString().slice(0, 16), offset: known.offset });
      expect(readLocalTime(reading.local, zone)?.readings).toContainEqual(reading);
    }),
  );
});

test("any local time has the same interpretations as in the platform's own calendar", () => {
  const changes = ["2026-03-29T02:30", "2026-10-25T02:30", "2026-03-08T02:15", "2026-11-01T01:59", "2026-04-05T01:45"];
  const locals = fc.oneof(
    fc.constantFrom(...changes),
    instants.map((ms) => new Date(ms).toISOString().slice(0, 16)),
  );
  fc.assert(
    fc.property(locals, fc.constantFrom(...zones), (local, zone) => {
      const plain = Temporal.PlainDateTime.from(local);
      const [earlier, later] = (["earlier", "later"] as const).map(
        (disambiguation) => plain.toZonedDateTime(zone, { disambiguation }).toInstant().epochMilliseconds,
      );
      const read = readLocalTime(local, zone);
      const expected = [...new Set([earlier, later])].map((ms) => new Date(ms ?? 0).toISOString());
      expect(read?.readings.map(({ at }) => at)).toEqual(expected);
      const exists = plain.toZonedDateTime(zone, { disambiguation: "earlier" }).toPlainDateTime().equals(plain);
      expect(read?.kind).toBe(expected.length === 1 ? "clear" : exists ? "twice" : "missing");
    }),
  );
});

test("a time that the clocks skip has the times before and after the gap", () => {
  expect(readLocalTime("2026-03-29T02:30", "Europe/Amsterdam")).toEqual({
    kind: "missing",
    readings: [
      { at: "2026-03-29T00:30:00.000Z", local: "2026-03-29T01:30", zone: "Europe/Amsterdam", offset: "+01:00" },
      { at: "2026-03-29T01:30:00.000Z", local: "2026-03-29T03:30", zone: "Europe/Amsterdam", offset: "+02:00" },
    ],
  });
});

test.each(["", "2026-02-30T10:00", "2026-01-01", "2026-01-01T24:00", "tomorrow"])(
  "“%s” is not a local time",
  (text) => {
    expect(readLocalTime(text, "UTC")).toBeUndefined();
  },
);
