import { expect, test } from "vitest";
import { normaliseActivity } from "#server/api-client/normalise/activity.ts";
import { normaliseNumber } from "#server/api-client/normalise/number.ts";
import { normaliseWebhook } from "#server/api-client/normalise/webhook.ts";

const at = "2026-11-20T12:24:56.000Z";

test.each([
  [
    "our own service's",
    { activityID: "a1", type: "call", direction: "inbound", from: "+44", to: "+49", at, durationSeconds: 184 },
    { activityID: "a1", type: "call", direction: "inbound", from: "+44", to: "+49", at, durationSeconds: 184 },
  ],
  [
    "another",
    {
      id: 7,
      kind: "CALL",
      call_direction: "in",
      caller: { number: "+44" },
      callee: { name: "Desk" },
      timestamp: 1_795_177_496,
      duration: "PT3M4S",
    },
    { activityID: "7", type: "CALL", direction: "in", from: "+44", to: "Desk", at, durationSeconds: 184 },
  ],
  ["nothing that is known", { weather: "fine" }, {}],
  ["nonsense", { type: {}, at: "soon", duration: -4, from: [] }, {}],
])("an activity in %s spelling is read", (_, record, expected) => {
  const activity = normaliseActivity(record, "sandbox", 1);
  expect(activity).toEqual({ ...expected, raw: record });
  expect(activity.raw).toBe(record);
});

test.each([
  [{ duration: "00:03:04" }, 184],
  [{ duration: "3:04" }, 184],
  [{ duration: "184" }, 184],
  [{ durationMs: 184_000 }, 184],
  [{ duration: "PT1H" }, 3_600],
  [{ duration: "PT" }, undefined],
  [{ duration: "long" }, undefined],
])("the duration is read from %j", (record, expected) => {
  expect(normaliseActivity(record, "sandbox", 1).durationSeconds).toBe(expected);
});

test.each([
  [
    { webhookID: "w1", url: "https://hooks.example", events: ["job.failed"], active: true },
    { webhookID: "w1", url: "https://hooks.example", events: ["job.failed"], active: true },
  ],
  [
    { uuid: "w1", callback_url: "https://hooks.example", eventTypes: "job.failed, job.succeeded", status: "Disabled" },
    { webhookID: "w1", url: "https://hooks.example", events: ["job.failed", "job.succeeded"], active: false },
  ],
  [
    { topics: [{ name: "job.failed" }], disabled: false },
    { events: ["job.failed"], active: true },
  ],
  [{ events: {}, active: "perhaps", status: "odd" }, { events: [] }],
])("the webhook %j is read", (record, expected) => {
  expect(normaliseWebhook(record, "sandbox", 1)).toEqual({ ...expected, raw: record });
});

test.each([
  [
    { number: "+49301", customerID: "c1" },
    { number: "+49301", customerID: "c1" },
  ],
  [
    { phone_number: 49301, customer: { uuid: "c1" } },
    { number: "49301", customerID: "c1" },
  ],
  [{ id: "n1" }, { number: "n1" }],
])("the number %j is read", (record, expected) => {
  expect(normaliseNumber(record, "sandbox", 1)).toEqual({ ...expected, raw: record });
});

test("a number may be a plain string", () => {
  expect(normaliseNumber("+49301", "sandbox", 1)).toEqual({ number: "+49301", raw: { number: "+49301" } });
});

test.each([
  ["activity", () => normaliseActivity("x", "sandbox", 3)],
  ["webhook", () => normaliseWebhook(null, "sandbox", 3)],
  ["number", () => normaliseNumber([], "sandbox", 3)],
  ["number", () => normaliseNumber({ customerID: "c1" }, "sandbox", 3)],
])("a value that is not a %s is malformed, and the message says where it was", (name, normalise) => {
  expect(normalise).toThrow(
    expect.objectContaining({ code: "upstream_malformed", message: expect.stringContaining(`${name} 3 of the list`) }),
  );
});
