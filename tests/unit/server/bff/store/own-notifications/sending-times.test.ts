import { expect, test } from "vitest";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import { dueTime, sendingTime } from "#server/bff/store/own-notifications/sending-times.ts";

const everyDay = [1, 2, 3, 4, 5, 6, 7];

const settings = (notifications: Partial<NonNullable<Preferences["notifications"]>>): Preferences => ({
  notifications: { zone: "Europe/Berlin", email: { mention: "now", "hand-over": "digest" }, ...notifications },
});

const dueAtOf = (preferences: Preferences, kind: string, at: string, channel: "email" | "endpoint" = "email") => {
  const atMs = dueTime(preferences, { kind, channel }, Date.parse(at));
  return atMs === null ? null : new Date(atMs).toISOString();
};

test("only notifications that the person has chosen are sent", () => {
  expect(dueAtOf({}, "mention", "2026-11-27T10:00:00Z")).toBeNull();
  expect(dueAtOf({}, "mention", "2026-11-27T10:00:00Z", "endpoint")).toBeNull();
  expect(dueAtOf(settings({}), "own-planned", "2026-11-27T10:00:00Z")).toBeNull();
  expect(dueAtOf(settings({}), "a kind of another version", "2026-11-27T10:00:00Z")).toBeNull();
  const chosen = settings({ endpoint: { mention: true } });
  expect(dueAtOf(chosen, "mention", "2026-11-27T10:00:00Z", "endpoint")).toBe("2026-11-27T10:00:00.000Z");
});

test("the daily e-mail is due at its local time, also after the clocks are changed", () => {
  const digest = settings({ digestAt: "08:00" });
  expect(dueAtOf(digest, "hand-over", "2026-10-23T05:59:00Z")).toBe("2026-10-23T06:00:00.000Z");
  expect(dueAtOf(digest, "hand-over", "2026-10-23T06:00:00Z")).toBe("2026-10-24T06:00:00.000Z");
  // The clocks are set back in the night of 25 October.
  expect(dueAtOf(digest, "hand-over", "2026-10-24T06:00:00Z")).toBe("2026-10-25T07:00:00.000Z");
  // The person's own time zone takes precedence.
  expect(dueAtOf({ ...digest, timeZone: "UTC" }, "hand-over", "2026-10-24T09:00:00Z")).toBe("2026-10-25T08:00:00.000Z");
  // The clocks skip 02:30 on 29 March.
  const skipped = settings({ digestAt: "02:30" });
  expect(dueAtOf(skipped, "hand-over", "2026-03-29T00:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
});

test.each([
  // A night without a change of the clocks: 22:00 to 07:00.
  ["2026-11-27T20:59:59Z", "2026-11-27T20:59:59.000Z"],
  ["2026-11-27T21:00:00Z", "2026-11-28T06:00:00.000Z"],
  ["2026-11-28T05:59:59Z", "2026-11-28T06:00:00.000Z"],
  ["2026-11-28T06:00:00Z", "2026-11-28T06:00:00.000Z"],
  // The night in which the clocks are set back, and the one in which they are set forward.
  ["2026-10-24T20:00:00Z", "2026-10-25T06:00:00.000Z"],
  ["2026-03-28T21:00:00Z", "2026-03-29T05:00:00.000Z"],
])("with quiet hours, a notification from %s is due at %s", (at, expected) => {
  expect(dueAtOf(settings({ quiet: { from: "22:00", to: "07:00", days: everyDay } }), "mention", at)).toBe(expected);
});

test("quiet hours begin only on the chosen days, and two whole days are one quiet time", () => {
  const weekend = settings({ quiet: { from: "00:00", to: "00:00", days: [6, 7] } });
  // Saturday 28 November until Monday.
  expect(dueAtOf(weekend, "mention", "2026-11-28T12:00:00Z")).toBe("2026-11-29T23:00:00.000Z");
  expect(dueAtOf(weekend, "mention", "2026-11-27T12:00:00Z")).toBe("2026-11-27T12:00:00.000Z");
  // A daily e-mail that is due on Saturday comes on Monday, when the quiet hours end.
  expect(dueAtOf(weekend, "hand-over", "2026-11-27T12:00:00Z")).toBe("2026-11-29T23:00:00.000Z");
  const nights = settings({ quiet: { from: "22:00", to: "07:00", days: [5] } });
  expect(dueAtOf(nights, "mention", "2026-11-28T05:00:00Z")).toBe("2026-11-28T06:00:00.000Z");
  expect(dueAtOf(nights, "mention", "2026-11-28T22:00:00Z")).toBe("2026-11-28T22:00:00.000Z");
});

test("a due notification is sent unless the person has turned it off or is in quiet hours", () => {
  const nowMs = Date.parse("2026-11-27T22:00:00Z");
  const mail = (preferences: Preferences, kind: string) => sendingTime(preferences, { kind, channel: "email" }, nowMs);
  expect(mail(settings({}), "hand-over")).toBe(nowMs);
  expect(mail(settings({ email: {} }), "mention")).toBeNull();
  expect(mail(settings({ quiet: { from: "22:00", to: "07:00", days: everyDay } }), "mention")).toBe(
    Date.parse("2026-11-28T06:00:00Z"),
  );
});
