import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hourMs, minuteMs } from "#lib/contract/values/time-units.ts";
import {
  cookieOf,
  createTestBff,
  createTestClock,
  type TestBff,
  testPassword,
} from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

let clock: ReturnType<typeof createTestClock>;
let console: TestBff;

beforeEach(async () => {
  clock = createTestClock();
  console = await createTestBff({ clock, staff: [{ email: "vera@test.example", role: "viewer" }] });
});

afterEach(() => console.close());

const whoAmI = async (cookie: string) => (await console.send("GET", "/api/session", { cookie })).status;
const extend = async (cookie: string) => (await console.send("POST", "/api/session/extend", { cookie })).status;

describe("the session cookie", () => {
  test("on loopback the cookie is HttpOnly, Lax, for the whole site and without a domain", async () => {
    const response = await console.send("POST", "/api/session", {
      body: { email: "Vera@TEST.example", password: testPassword },
    });
    expect(response.status).toBe(204);
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^switchboard=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie?.length).toBeLessThanOrEqual(1_024);
  });

  test("on https the cookie also has the prefix __Host- and is Secure", async () => {
    const secure = await createTestBff({
      staff: [{ email: "vera@test.example", role: "viewer" }],
      variables: { PUBLIC_ORIGIN: "https://console.example" },
    });
    const response = await secure.send("POST", "/api/session", {
      body: { email: "vera@test.example", password: testPassword },
      headers: { origin: "https://console.example" },
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-switchboard=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie?.length).toBeLessThanOrEqual(1_024);
    expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    await secure.close();
  });

  test("a broken cookie gives no access", async () => {
    const cookie = await console.signIn("vera@test.example");
    const [name, value = ""] = [cookie.slice(0, cookie.indexOf("=")), cookie.slice(cookie.indexOf("=") + 1)];
    const foreign = await createTestBff({
      staff: [{ email: "vera@test.example", role: "viewer" }],
      variables: { SESSION_SECRET: "another secret that is long enough too" },
    });
    const broken = [
      `${cookie.slice(0, -1)}3`,
      `${cookie}A`,
      `${cookie}~2`,
      `${name}=${value.replace("~", "%7E")}`,
      `${name}=${value.replaceAll("*", "%2A")}`,
      `${name}=${value.slice(0, -8)}`,
      `${name}=${value.slice(0, 40)}`,
      `${name}=`,
      `${name}=${"x".repeat(65_536)}`,
      `${name}=%00%ff`,
      `${name}={"sessionID":"admin"}`,
      await foreign.signIn("vera@test.example"),
      `${cookie}; ${cookie}`,
    ];
    for (const bad of broken) expect([bad.slice(0, 60), await whoAmI(bad)]).toEqual([bad.slice(0, 60), 401]);
    expect(await whoAmI(`other=1; ${cookie}; more=2`)).toBe(200);
    await foreign.close();
  });

  test("a cookie still works after the secret was rotated, and is then sealed with the new secret", async () => {
    const cookie = await console.signIn("vera@test.example");
    const open = (secrets: string) =>
      createTestBff({ clock, variables: { DATABASE_URL: console.databaseUrl, SESSION_SECRET: secrets } });
    await console.bff.close();
    const [oldSecret, newSecret] = [
      "a secret that is long enough for a test",
      "a new secret that is long enough for it",
    ];
    const rotated = await open(`${newSecret},${oldSecret}`);
    expect((await rotated.send("GET", "/api/session", { cookie })).status).toBe(200);
    const fresh = await rotated.signIn("vera@test.example");
    await rotated.bff.close();
    const later = await open(newSecret);
    expect((await later.send("GET", "/api/session", { cookie: fresh })).status).toBe(200);
    expect((await later.send("GET", "/api/session", { cookie })).status).toBe(401);
    await later.bff.close();
  });
});

describe("the time of a session", () => {
  test("the session ends 30 minutes after the person's own last request", async () => {
    const cookie = await console.signIn("vera@test.example");
    clock.advance(29 * minuteMs);
    expect(await extend(cookie)).toBe(200);
    clock.advance(30 * minuteMs - 1_000);
    expect(await whoAmI(cookie)).toBe(200);
    clock.advance(1_000);
    expect(await whoAmI(cookie)).toBe(401);
    expect(await extend(cookie)).toBe(401);
  });

  test("asking who is signed in does not extend the session", async () => {
    const cookie = await console.signIn("vera@test.example");
    clock.advance(20 * minuteMs);
    expect(await whoAmI(cookie)).toBe(200);
    clock.advance(10 * minuteMs);
    expect(await whoAmI(cookie)).toBe(401);
  });

  test("requests extend the session, even failed requests", async () => {
    const cookie = await console.signIn("vera@test.example");
    clock.advance(20 * minuteMs);
    expect((await console.send("GET", "/api/sandbox/operations/none", { cookie })).status).toBe(404);
    clock.advance(20 * minuteMs);
    expect(await whoAmI(cookie)).toBe(200);
  });

  test("the session ends after 12 hours in any case, and announces the end beforehand", async () => {
    const cookie = await console.signIn("vera@test.example");
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      clock.advance(20 * minuteMs);
      expect(await extend(cookie)).toBe(200);
    }
    const session = await (await console.send("GET", "/api/session", { cookie })).json();
    expect(Date.parse(session.expiresAt) - clock.now()).toBe(20 * minuteMs);
    expect(session.idleExpiresAt).toBe(session.expiresAt);
    clock.advance(20 * minuteMs - 1_000);
    expect(await whoAmI(cookie)).toBe(200);
    clock.advance(1_000);
    expect(await whoAmI(cookie)).toBe(401);
  });

  test("the session route returns both ends", async () => {
    const cookie = await console.signIn("vera@test.example");
    const session = await (await console.send("GET", "/api/session", { cookie })).json();
    expect(session).toMatchObject({
      staff: { email: "vera@test.example", role: "viewer" },
      environments: ["production", "sandbox"],
      idleExpiresAt: new Date(clock.now() + 30 * minuteMs).toISOString(),
      expiresAt: new Date(clock.now() + 12 * hourMs).toISOString(),
    });
  });
});

describe("signing out", () => {
  test("signing out ends the session for every copy of the cookie", async () => {
    const cookie = await console.signIn("vera@test.example");
    const response = await console.send("DELETE", "/api/session", { cookie });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^switchboard=; .*Max-Age=0$/)]);
    expect(await whoAmI(cookie)).toBe(401);
    expect(await extend(cookie)).toBe(401);
  });

  test("requests at the same time do not undo a sign-out", async () => {
    const cookie = await console.signIn("vera@test.example");
    clock.advance(5 * minuteMs);
    await Promise.all([extend(cookie), console.send("DELETE", "/api/session", { cookie }), extend(cookie)]);
    expect(await whoAmI(cookie)).toBe(401);
  });

  test.runIf(testDialects.includes("postgres"))(
    "a sign-out takes effect on a second replica at its next request",
    async () => {
      const first = await createTestBff({
        clock,
        dialect: "postgres",
        staff: [{ email: "vera@test.example", role: "viewer" }],
      });
      const second = await createTestBff({ clock, variables: { DATABASE_URL: first.databaseUrl } });
      const cookie = await first.signIn("vera@test.example");
      expect((await second.send("GET", "/api/session", { cookie })).status).toBe(200);
      await first.send("DELETE", "/api/session", { cookie });
      expect((await second.send("GET", "/api/session", { cookie })).status).toBe(401);
      await second.close();
      await first.close();
    },
  );
});

test("every sign-in creates a new session ID, and ends the browser's previous session", async () => {
  const first = await console.signIn("vera@test.example");
  const response = await console.send("POST", "/api/session", {
    body: { email: "vera@test.example", password: testPassword },
    cookie: first,
  });
  const second = cookieOf(response);
  expect(second).not.toBe(first);
  expect([await whoAmI(first), await whoAmI(second)]).toEqual([401, 200]);
});
