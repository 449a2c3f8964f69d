import { describe, expect, it } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { isSameInstant, resolveTime, timeInZone } from "#server/bff/core/local-times.ts";

/**
 * Returns the possible times that the refusal of an ambiguous time lists. Returns undefined if the time is unambiguous.
 */
function readingsOf(local: string, zone: string, offset?: string) {
  try {
    resolveTime({ local, zone, ...(offset !== undefined && { offset }) }, "at");
  } catch (error) {
    if (error instanceof AppError && error.code === "unclear_time") {
      return error.readings?.map((reading) => `${reading.local} ${reading.offset} ${reading.at.slice(0, 16)}Z`);
    }
    throw error;
  }
  return undefined;
}

const instantOf = (local: string, zone: string, offset?: string) =>
  new Date(resolveTime({ local, zone, ...(offset !== undefined && { offset }) }, "at").atMs).toISOString();

describe("the time of a planned change", () => {
  it("an instant is stored in UTC, to the second", () => {
    const atMs = Date.parse("2026-12-01T08:00:30Z");
    expect(resolveTime("2026-12-01T09:00:30+01:00", "at")).toEqual({
      atMs,
      local: "2026-12-01T08:00:30",
      zone: "UTC",
      offset: "+00:00",
    });
  });

  it.each([
    ["2026-12-01T09:00", "Europe/Berlin", "2026-12-01T08:00:00.000Z"],
    ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
    ["2027-01-15T09:00", "America/New_York", "2027-01-15T14:00:00.000Z"],
    ["2027-01-15T09:00", "Australia/Lord_Howe", "2027-01-14T22:00:00.000Z"],
    ["2027-07-15T09:00", "Australia/Lord_Howe", "2027-07-14T22:30:00.000Z"],
    ["2027-01-15T09:00", "Asia/Kathmandu", "2027-01-15T03:15:00.000Z"],
  ])("%s in %s is one instant", (local, zone, instant) => {
    expect(instantOf(local, zone)).toBe(instant);
  });

  it.each([
    [
      "2027-03-28T02:30",
      "Europe/Berlin",
      ["2027-03-28T01:30 +01:00 2027-03-28T00:30Z", "2027-03-28T03:30 +02:00 2027-03-28T01:30Z"],
    ],
    [
      "2027-03-14T02:30",
      "America/New_York",
      ["2027-03-14T01:30 -05:00 2027-03-14T06:30Z", "2027-03-14T03:30 -04:00 2027-03-14T07:30Z"],
    ],
    // The clocks of Lord Howe change by half an hour.
    [
      "2026-10-04T02:15",
      "Australia/Lord_Howe",
      ["2026-10-04T01:45 +10:30 2026-10-03T15:15Z", "2026-10-04T02:45 +11:00 2026-10-03T15:45Z"],
    ],
  ])("%s does not exist in %s, and both possible times are offered", (local, zone, readings) => {
    expect(readingsOf(local, zone)).toEqual(readings);
    expect(readingsOf(local, zone, "+01:00")).toEqual(readings);
  });

  it.each([
    ["2026-10-25T02:30", "Europe/Berlin", "+02:00", "2026-10-25T00:30Z", "+01:00", "2026-10-25T01:30Z"],
    ["2026-11-01T01:30", "America/New_York", "-04:00", "2026-11-01T05:30Z", "-05:00", "2026-11-01T06:30Z"],
    ["2027-04-04T01:45", "Australia/Lord_Howe", "+11:00", "2027-04-03T14:45Z", "+10:30", "2027-04-03T15:15Z"],
  ])(
    "%s exists twice in %s, and its offset says which one is meant",
    (local, zone, first, firstAt, second, secondAt) => {
      expect(readingsOf(local, zone)).toEqual([`${local} ${first} ${firstAt}`, `${local} ${second} ${secondAt}`]);
      expect(instantOf(local, zone, first).slice(0, 16)).toBe(firstAt.slice(0, 16));
      expect(instantOf(local, zone, second).slice(0, 16)).toBe(secondAt.slice(0, 16));
      expect(readingsOf(local, zone, "+03:00")).toHaveLength(2);
    },
  );

  it("an offset that the zone does not have at that time is refused, and the error names the right offset", () => {
    expect(readingsOf("2026-12-01T09:00", "Europe/Berlin", "+02:00")).toEqual([
      "2026-12-01T09:00 +01:00 2026-12-01T08:00Z",
    ]);
  });

  it("a date that does not exist is refused", () => {
    expect(() => resolveTime({ local: "2027-02-30T09:00", zone: "Europe/Berlin" }, "at")).toThrow("at must be");
  });

  it("a time is the same instant as long as the rules of its zone stay the same", () => {
    const time = resolveTime({ local: "2026-10-25T02:30", zone: "Europe/Berlin", offset: "+01:00" }, "at");
    expect(isSameInstant(time)).toBe(true);
    expect(isSameInstant({ ...time, atMs: time.atMs - 3_600_000, offset: "+02:00" })).toBe(true);
    expect(isSameInstant({ ...time, atMs: time.atMs + 3_600_000 })).toBe(false);
    expect(isSameInstant({ ...time, zone: "Europe/Atlantis" })).toBe(false);
  });

  it("an instant in a zone is read back as the same instant", () => {
    const atMs = Date.parse("2026-11-22T17:30:15.123Z");
    expect(timeInZone(atMs, "Europe/Berlin")).toEqual({
      atMs,
      local: "2026-11-22T18:30:15.123",
      zone: "Europe/Berlin",
      offset: "+01:00",
    });
    expect(isSameInstant(timeInZone(atMs, "UTC"))).toBe(true);
  });
});
