import { describe, expect, test } from "vitest";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient } from "./test-client.ts";

const call = { requestID: "test" };
const asOf = "2026-11-20T12:00:00.000Z";
const texts = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index}` }));

/** Creates a client whose API answers each URL with `answer`. `asked` returns the paths and queries of all requests. */
function setUp(answer: (url: URL) => ReturnType<typeof answerOf>) {
  const tested = createTestClient(() => answer(new URL(tested.upstream.requests.at(-1)?.url ?? "")));
  const { client, upstream } = tested;
  const asked = () =>
    upstream.requests
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => !pathname.endsWith("/auth"))
      .map(({ pathname, search }) => pathname.replace("/base/v2", "") + search);
  return { client, asked };
}

test.each([
  ["jobs", "/jobs", { id: "j1", status: "done" }, { jobID: "j1", state: "succeeded", stateText: "done", steps: [] }],
  ["webhooks", "/webhooks", { id: "w1" }, { webhookID: "w1", events: [] }],
  ["numbers", "/numbers", { number: "+49" }, { number: "+49" }],
] as const)(
  "a page of %s contains its limit and offset and the time of its answer",
  async (name, path, row, expected) => {
    const { client, asked } = setUp(() =>
      answerOf(200, { [name]: [row], total: 31, limit: 10, offset: 30, next: null }),
    );
    const list = {
      jobs: client.listJobs,
      webhooks: (...given: Parameters<typeof client.listJobs>) => client.list("webhooks", ...given),
      numbers: client.listNumbers,
    }[name];
    const page = await list({ limit: 10, offset: 30 }, call);
    expect(page).toEqual({
      [name]: [{ ...expected, raw: row }],
      total: 31,
      limit: 10,
      offset: 30,
      envelope: { next: null },
      asOf,
    });
    expect(asked()).toEqual([`${path}?limit=10&offset=30`]);
  },
);

test("an ID is one segment of its path, for any characters", async () => {
  const { client, asked } = setUp(() => answerOf(200, { status: "done" }));
  expect(await client.getJob("a/../b?c#d", call)).toMatchObject({
    job: { jobID: "a/../b?c#d", state: "succeeded" },
    asOf,
  });
  await client.listActivities("row 7", { limit: 1, offset: 0, datefrom: "2026-01-01" }, call).catch(() => {});
  expect(asked()).toEqual([
    "/jobs/a%2F..%2Fb%3Fc%23d",
    "/customers/row%207/activities?limit=1&offset=0&datefrom=2026-01-01",
  ]);
});

describe("a list from an API that may or may not have pages", () => {
  const page = (client: ReturnType<typeof setUp>["client"], limit: number, offset: number) =>
    client.listActivities("c1", { limit, offset, datefrom: "2026-01-01" }, call);

  test("a complete list with more rows than requested is cut by the client, with one call", async () => {
    const { client, asked } = setUp(() => answerOf(200, texts(30)));
    const { activities, ...facts } = await page(client, 25, 25);
    expect(activities.map(({ activityID }) => activityID)).toEqual(["25", "26", "27", "28", "29"]);
    expect(facts).toEqual({ total: 30, limit: 25, offset: 25, pagedLocally: true, asOf });
    expect(asked()).toHaveLength(1);
  });

  test("a later page of a complete list that fits on one page is empty", async () => {
    const { client, asked } = setUp(() => answerOf(200, texts(25)));
    expect(await page(client, 25, 0)).toMatchObject({ total: 26 });
    expect(await page(client, 25, 25)).toMatchObject({ activities: [], total: 25, pagedLocally: true });
    expect(asked()).toHaveLength(3);
  });

  test("a later page of an API with pages is returned, even if the API does not mention pages", async () => {
    const all = texts(60);
    const { client } = setUp(({ searchParams }) => {
      const offset = Number(searchParams.get("offset"));
      return answerOf(200, { activities: all.slice(offset, offset + 25) });
    });
    const last = await page(client, 25, 50);
    expect(last.activities.map(({ activityID }) => activityID)).toEqual(all.slice(50).map(({ id }) => id));
    expect(last).toMatchObject({ total: 60, offset: 50 });
    expect(last).not.toHaveProperty("pagedLocally");
  });

  test("one call is enough if the API mentions its pages", async () => {
    const { client, asked } = setUp(() => answerOf(200, { activities: texts(5), total: 30, limit: 25, offset: 25 }));
    expect(await page(client, 25, 25)).toMatchObject({ total: 30, limit: 25, offset: 25 });
    expect(asked()).toHaveLength(1);
  });

  test.each([
    ["unknown parameter limit"],
    ["property offset should not exist"],
    ['"limit" is not allowed'],
    ["Unrecognized key: offset"],
  ])("an API that refuses page parameters (%s) is called again without them", async (message) => {
    const { client, asked } = setUp(({ searchParams }) =>
      searchParams.has("limit") ? answerOf(400, [message]) : answerOf(200, { items: texts(7), cursor: "c" }),
    );
    expect(await page(client, 5, 5)).toMatchObject({
      activities: [{ activityID: "5" }, { activityID: "6" }],
      total: 7,
      limit: 5,
      offset: 5,
      pagedLocally: true,
      envelope: { cursor: "c" },
    });
    expect(asked()).toEqual([
      "/customers/c1/activities?limit=5&offset=5&datefrom=2026-01-01",
      "/customers/c1/activities?datefrom=2026-01-01",
    ]);
  });

  test.each([["limit must not be greater than 50"], ["type must be one of call, message"], ["limited by policy"]])(
    "any other refusal (%s) is returned as a refusal",
    async (message) => {
      const { client, asked } = setUp(() => answerOf(400, [message]));
      await expect(page(client, 5, 5)).rejects.toMatchObject({ code: "upstream_refused", errors: [{ message }] });
      expect(asked()).toHaveLength(1);
    },
  );
});

test.each([
  ["an activity", "not_found", "has no customer", 404],
  ["a job", "not_found", "has no job", 404],
  ["numbers", "not_offered", "PROVISIONING_NUMBERS_PATH", 404],
] as const)("the error for 404 to %s says which resource is missing", async (what, code, part, upstreamStatus) => {
  const { client } = setUp(() => answerOf(404, { message: "nope" }));
  const reading = {
    "an activity": () => client.listActivities("c1", { limit: 1, offset: 0, datefrom: "2026-01-01" }, call),
    "a job": () => client.getJob("j1", call),
    numbers: () => client.listNumbers({ limit: 1, offset: 0 }, call),
  }[what];
  await expect(reading()).rejects.toMatchObject({
    code,
    status: 404,
    upstreamStatus,
    message: expect.stringContaining(part),
    errors: [{ message: "nope" }],
  });
});
