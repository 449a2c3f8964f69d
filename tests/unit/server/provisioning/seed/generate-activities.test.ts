import { expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { generateActivities } from "#server/provisioning/seed/generate-activities.ts";

const nowMs = Date.parse("2026-11-20T12:00:00.000Z");

const customer = {
  customerID: "7f6d3a52-9f0f-4a6e-8f62-0b8f4b0f5a11",
  companyName: "Nordlicht",
  usersCount: 200,
  createdMs: nowMs - 90 * dayMs,
  plan: "professional",
  term: "monthly",
};
const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, nowMs };
const demo = { environment: "production" as const, customer, numbers: ["+493023125001", "+493023125002"] };

test("the history is the same for every request, also in parts", () => {
  const once = generateActivities(demo, all).map((outline) => outline.complete());
  expect(generateActivities(demo, all).map((outline) => outline.complete())).toEqual(once);
  const fromMs = nowMs - 30 * dayMs;
  const toMs = nowMs - 10 * dayMs;
  const part = generateActivities(demo, { fromMs, toMs, nowMs }).map((outline) => outline.complete());
  expect(part).toEqual(once.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs));
  expect(part.length).toBeGreaterThan(20);
});

test("the history is realistic: every type and direction, unique IDs, own numbers on one side, and nothing in the future", () => {
  const activities = generateActivities(demo, all).map((outline) => outline.complete());
  expect(new Set(activities.map(({ type }) => type))).toEqual(new Set(["call", "message", "voicemail"]));
  expect(new Set(activities.map(({ direction }) => direction))).toEqual(new Set(["inbound", "outbound", "internal"]));
  expect(new Set(activities.map(({ activityID }) => activityID)).size).toBe(activities.length);
  for (const { atMs, direction, from, to, durationSeconds } of activities) {
    expect(atMs).toBeGreaterThanOrEqual(customer.createdMs);
    expect(atMs).toBeLessThanOrEqual(nowMs);
    expect(durationSeconds).toBeGreaterThanOrEqual(0);
    if (direction === "inbound") expect(demo.numbers).toContain(to);
    else if (direction === "outbound") expect(demo.numbers).toContain(from);
    else expect([from, to].join()).toMatch(/^\d{3},\d{3}$/);
  }
});

test("no activity is after a deletion, none is for hardware only, and none is older than a year", () => {
  const deletedMs = nowMs - 40 * dayMs;
  const last = generateActivities({ ...demo, customer: { ...customer, deletedMs } }, all).at(-1);
  expect(last?.atMs).toBeLessThanOrEqual(deletedMs);
  expect(generateActivities({ ...demo, customer: { ...customer, plan: "hardware-only" } }, all)).toEqual([]);
  const old = { ...demo, customer: { ...customer, createdMs: nowMs - 3_000 * dayMs } };
  expect(generateActivities(old, all)[0]?.atMs).toBeGreaterThan(nowMs - 402 * dayMs);
});
