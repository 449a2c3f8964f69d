import { expect, test } from "vitest";
import { activityListSchema, activitySummarySchema } from "#lib/contract/customers/activity.ts";
import { activitiesEach } from "#tests/fixtures/other-api/answer-resources.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";
const path = `/api/sandbox/customers/${customerID}/activities`;

async function start() {
  const { get, api } = await startConsoleBefore({ customers: 10 });
  const json = async (address: string) => {
    const response = await get(address);
    expect([address, response.status]).toEqual([address, 200]);
    return response.json();
  };
  const calls = () => api.calls.filter((call) => call.path.endsWith("/activities")).length;
  return { get, json, calls };
}

test("the activities of an API without pages are counted completely by day and direction, with one read", async () => {
  const { json, calls } = await start();
  const summary = activitySummarySchema.parse(await json(`${path}/summary`));
  expect(summary).toMatchObject({
    coverage: { looked: activitiesEach, total: activitiesEach },
    window: { datefrom: "1970-01-01", defaulted: true },
    withoutDay: 0,
    order: "newest",
  });
  expect(summary.series.toSorted()).toEqual(["in", "out"]);
  const sums = summary.series.map((_, index) =>
    summary.days.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0),
  );
  expect(sums).toEqual([activitiesEach / 2, activitiesEach / 2]);
  // The API has one activity per hour. So no day has more than 24 activities.
  for (const { counts } of summary.days) expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(24);
  // The API refuses the request for a page. So the console sends a second request without paging.
  expect(calls()).toBe(2);
});

test("a day of the chart has the same counts as the rows of that day", async () => {
  const { json } = await start();
  const summary = activitySummarySchema.parse(await json(`${path}/summary`));
  const { day, counts } = summary.days.at(-1) ?? { day: "", counts: [] };
  for (const [index, direction] of summary.series.entries()) {
    const rows = activityListSchema.parse(
      await json(`${path}?datefrom=${day}&dateto=${day}&direction=${direction}&limit=1`),
    );
    expect(rows.total).toBe(counts[index]);
  }
});

test("the chart follows the window and the type, and refuses a filter by direction", async () => {
  const { json, get } = await start();
  // Uses the last day with an SMS, because the current day may have started only an hour ago.
  const { days } = activitySummarySchema.parse(await json(`${path}/summary?type=SMS`));
  const day = days.at(-1)?.day ?? "";
  const summary = activitySummarySchema.parse(await json(`${path}/summary?datefrom=${day}&dateto=${day}&type=SMS`));
  expect(summary.window).toEqual({ datefrom: day, dateto: day, defaulted: false });
  expect(summary.days.map((counted) => counted.day)).toEqual([day]);
  expect((await get(`${path}/summary?direction=in`)).status).toBe(400);
  expect((await get(`${path}/summary?datefrom=2026-02-30`)).status).toBe(400);
});

test("the filters offer types and directions that the console has seen, even if this customer does not have them", async () => {
  const { json } = await start();
  const none = activityListSchema.parse(await json(`${path}?datefrom=2001-01-01&dateto=2001-01-01`));
  expect(none).toMatchObject({ total: 0, seen: { types: [], directions: [] } });
  await json(`${path}/summary`);
  const offered = activityListSchema.parse(await json(`${path}?datefrom=2001-01-01&dateto=2001-01-01`));
  expect(offered.seen).toEqual({ types: ["CALL", "SMS", "VOICEMAIL"], directions: ["in", "out"] });
  const other = activityListSchema.parse(
    await json(
      path
        .replace("sandbox", "production")
        .replace(customerID, createOtherCustomers("production", 1, 0)[0]?.uuid ?? "")
        .concat("?datefrom=2001-01-01&dateto=2001-01-01"),
    ),
  );
  expect(other.seen).toEqual({ types: [], directions: [] });
});

test("an unknown customer has no chart", async () => {
  const { get } = await start();
  const response = await get("/api/sandbox/customers/0b0e7f3e-1111-4222-8333-444444444444/activities/summary");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found" });
});

test("each number of an activity is formatted for its own country", async () => {
  const { json } = await start();
  const { activities } = activityListSchema.parse(await json(`${path}?limit=2`));
  expect(activities).toHaveLength(2);
  for (const { from = "", fromFormatted, to, toFormatted } of activities) {
    expect([to, toFormatted]).toEqual(["+442079460123", "+44 20 7946 0123"]);
    expect([from, fromFormatted]).toEqual([expect.stringMatching(/^\+4930\d{4}$/), from.replace(/^\+4930/, "+49 30 ")]);
  }
});
