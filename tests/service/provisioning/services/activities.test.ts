import { expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { createTestService, customer, now } from "../test-service.ts";

interface Activity {
  activityID: string;
  type: string;
  direction: string;
  from: string;
  to: string;
  at: string;
  durationSeconds: number;
}

interface ActivityPage {
  activities: Activity[];
  total: number;
  limit: number;
  offset: number;
}

/** Creates the service with demo data, and finds its customer with the most activities. */
async function setUp() {
  const service = await createTestService();
  await seedStore(service.store, { customers: 40, nowMs: now });
  const { customers } = await service.store.customers.list("production", {
    limit: 1,
    offset: 0,
    sort: "usersCount",
    ascending: false,
    createdFromMs: 0,
    createdToMs: now - 400 * dayMs,
    includeDeleted: false,
  });
  const customerID = customers[0]?.customerID ?? "";
  const page = async (query: string) => {
    const response = await service.get("production", `/customers/${customerID}/activities?${query}`);
    return (await response.json()) as ActivityPage;
  };
  return { ...service, customerID, page };
}

test("pages contain a demo customer's activities, the newest first, each page at its offset", async () => {
  const { page } = await setUp();
  const first = await page("");
  expect([first.limit, first.offset, first.activities.length]).toEqual([10, 0, 10]);
  expect(first.total).toBeGreaterThan(300);
  const all: Activity[] = [];
  for (let offset = 0; offset < first.total; offset += 100)
    all.push(...(await page(`limit=100&offset=${offset}`)).activities);
  expect(all).toHaveLength(first.total);
  expect(new Set(all.map(({ activityID }) => activityID)).size).toBe(first.total);
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(await page(`offset=${first.total}`)).toEqual({
    activities: [],
    total: first.total,
    limit: 10,
    offset: first.total,
  });
});

test("datefrom, dateto, type and direction filter the list, with exact totals", async () => {
  const { page } = await setUp();
  const all: Activity[] = [];
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const next = await page(`limit=100&offset=${offset}`);
    total = next.total;
    all.push(...next.activities);
  }
  const count = (keeps: (activity: Activity) => boolean) => all.filter(keeps).length;
  const on = (activity: Activity, from: string, to: string) => activity.at >= from && activity.at.slice(0, 10) <= to;
  expect((await page("datefrom=2026-10-01&dateto=2026-10-31")).total).toBe(
    count((activity) => on(activity, "2026-10-01", "2026-10-31")),
  );
  expect((await page("type=call&direction=outbound&datefrom=2026-10-01")).total).toBe(
    count((one) => one.type === "call" && one.direction === "outbound" && one.at >= "2026-10-01"),
  );
  expect((await page("type=voicemail&direction=outbound")).total).toBe(0);
  expect((await page("datefrom=2026-10-05&dateto=2026-10-05")).total).toBe(
    count((activity) => activity.at.startsWith("2026-10-05")),
  );
});

test.each([
  ["type=fax", "type must be one of call, message, voicemail, provisioning"],
  ["direction=up", "direction must be one of inbound, outbound, internal"],
  ["datefrom=2026-02-30", "datefrom must be a date that exists (YYYY-MM-DD) or an ISO timestamp with its zone"],
  ["datefrom=2026-02-02&dateto=2026-02-01", "dateto must not be before datefrom"],
  ["limit=101", "limit must be a whole number from 1 to 100"],
  ["offset=-1", "offset must be a whole number, 0 or more"],
  ["type=call&type=call", "type must be given once"],
  ["searchTerm=x", "searchTerm is not a parameter of this request"],
])("the service answers 400 for %s", async (query, message) => {
  const service = await createTestService();
  const response = await service.get("sandbox", `/customers/${crypto.randomUUID()}/activities?${query}`);
  expect([response.status, await response.json()]).toEqual([400, [message]]);
});

test("an ID that is no UUID gets 400; an unknown customer and a customer of the other environment get 404", async () => {
  const shared = customer(1);
  const service = await createTestService({ customers: { production: [shared] } });
  const ask = async (customerID: string) => {
    const response = await service.get("sandbox", `/customers/${customerID}/activities`);
    return [response.status, await response.json()];
  };
  expect(await ask("x")).toEqual([400, ["customerID must be a UUID"]]);
  expect(await ask(shared.customerID)).toEqual([404, { message: "There is no customer with this ID." }]);
});

test("a customer outside the demo data has no generated history, and a deleted customer keeps its own history", async () => {
  const plain = customer(5_000, { usersCount: 500 });
  const deleted = customer(9, { deletedMs: now });
  const service = await createTestService({ customers: { sandbox: [plain, deleted] } });
  for (const { customerID } of [plain, deleted]) {
    const response = await service.get("sandbox", `/customers/${customerID}/activities`);
    expect([response.status, await response.json()]).toEqual([200, { activities: [], total: 0, limit: 10, offset: 0 }]);
  }
});

test("the ID …403 is answered with 403 in the sandbox", async () => {
  const { get } = await createTestService();
  const response = await get("sandbox", "/customers/00000000-0000-4000-8000-000000000403/activities");
  expect([response.status, await response.json()]).toEqual([
    403,
    { message: "The account service does not permit this." },
  ]);
});
