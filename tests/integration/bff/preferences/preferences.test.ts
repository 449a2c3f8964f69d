import { afterAll, beforeAll, expect, test } from "vitest";
import { meSchema, preferenceNames } from "#lib/contract/console/preferences.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  console = await createTestBff({
    staff: [
      { email: "ada@test.example", role: "viewer" },
      { email: "ben@test.example", role: "editor" },
    ],
  });
  for (const name of ["ada", "ben"]) cookies[name] = await console.signIn(`${name}@test.example`);
});

afterAll(() => console.close());

const put = (who: string, body: unknown) => console.send("PUT", "/api/me/preferences", { cookie: cookies[who], body });

async function me(cookie: string | undefined) {
  const answer = await console.send("GET", "/api/me", { cookie });
  expect(answer.status).toBe(200);
  return meSchema.parse(await answer.json());
}

const all = {
  timeZone: "Europe/Berlin",
  showUTC: true,
  columns: ["plan", "created"],
  density: "compact",
  extraColumns: ["operations.jobID"],
  defaultView: "3f2b6f6e-view",
  recentView: "3f2b6f6e-view",
  defaultWindow: "90d",
  dismissedAnnouncement: "5d8c1f2e-announcement",
  shortcuts: "off",
  notifications: {
    email: { mention: "digest" },
    endpoint: { mention: true },
    digestAt: "09:30",
    zone: "Europe/Berlin",
  },
  lookupHintDismissed: true,
  firstStepsDismissed: true,
};

test("a person's preferences are the same in every browser, and hidden from other people", async () => {
  expect(Object.keys(all).sort()).toEqual([...preferenceNames].sort());
  expect(await me(cookies.ada)).toMatchObject({ staff: { email: "ada@test.example" }, preferences: {} });
  const answer = await put("ada", all);
  expect([answer.status, await answer.json()]).toEqual([200, { preferences: all }]);
  const elsewhere = await console.signIn("ada@test.example");
  expect((await me(elsewhere)).preferences).toEqual(all);
  expect((await me(cookies.ben)).preferences).toEqual({});
});

test("each preference can be changed and removed separately", async () => {
  await put("ben", { timeZone: "UTC", density: "compact" });
  await Promise.all([
    put("ben", { timeZone: null }),
    put("ben", { columns: ["term"] }),
    put("ben", { shortcuts: "off" }),
  ]);
  expect((await me(cookies.ben)).preferences).toEqual({ density: "compact", columns: ["term"], shortcuts: "off" });
});

test.each([
  ["an invalid zone", { timeZone: "Mars/Olympus" }, /UTC or a time zone/],
  ["an invalid density", { density: "tiny" }, /comfortable or compact/],
  ["an invalid window", { defaultWindow: "2d" }, /one of 7d/],
  ["an invalid view", { defaultView: "../x" }, /saved view/],
  ["an unknown member", { colour: "red" }, /colour/],
  ["nothing", {}, /change something/],
  ["too many columns", { columns: Array(31).fill("plan") }, /30/],
])("%s is refused, and changes nothing", async (_, body, message) => {
  const before = await me(cookies.ada);
  const answer = await put("ada", body);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(message);
  expect(await me(cookies.ada)).toEqual(before);
});

test("a body above its limit is refused", async () => {
  expect((await put("ada", { columns: ["x".repeat(9_000)] })).status).toBe(413);
});
