import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { cookieOf, createTestClock, type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt, createFactorConsole, type FactorConsole } from "#tests/fixtures/factors/factor-console.ts";
import { type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoConsole } from "#tests/fixtures/sso/sso-console.ts";

const ada = "ada@test.example";
const staff = [{ email: ada, role: "administrator" as const }];
const table: readonly AnyRoute[] = routes;

/** The routes that a session may call if a required second factor is missing. */
const openRoutes = [
  "GET /api/me",
  "GET /api/me/factors",
  "POST /api/me/totp",
  "POST /api/me/totp/confirm",
  "POST /api/me/passkeys/options",
  "POST /api/me/passkeys",
  "GET /api/session",
  "DELETE /api/session",
  "POST /api/session/extend",
  "POST /api/session/step-up",
  "POST /api/session/step-up/options",
];

/** Makes a second factor required, as an administrator does. */
async function requireFactor(console: TestBff, cookie: string): Promise<void> {
  const { policy } = await (await console.send("GET", "/api/policy", { cookie })).json();
  const body = { secondFactorRequired: true, ssoRequired: false, version: policy.version };
  expect((await console.send("PUT", "/api/policy", { cookie, body })).status).toBe(200);
}

test("before a second factor is set up, only the routes for sign-in and set-up are open", () => {
  const marked = table.filter(({ beforeSecondFactor }) => beforeSecondFactor).map(({ key }) => key);
  expect(marked.sort()).toEqual(openRoutes.sort());
});

describe.each(testDialects.map((dialect) => ({ dialect })))("a required second factor on $dialect", ({ dialect }) => {
  let clock: ReturnType<typeof createTestClock>;
  let console: FactorConsole;

  beforeEach(async () => {
    clock = createTestClock();
    console = await createFactorConsole({ clock, dialect, staff });
  });

  afterEach(() => console.close());

  const read = (cookie: string) => console.send("GET", "/api/staff", { cookie });

  test("the policy offers the setup to a session without a second factor, before and after the factor becomes required", async () => {
    const cookie = await console.signIn(ada);
    const { policy, ownFactor } = await (await console.send("GET", "/api/policy", { cookie })).json();
    expect([policy.secondFactorRequired, ownFactor]).toEqual([false, "missing"]);
    const body = { secondFactorRequired: true, ssoRequired: false, version: policy.version };
    const answer = await console.send("PUT", "/api/policy", { cookie, body });
    expect([answer.status, await answer.json()]).toMatchObject([200, { ownFactor: "missing" }]);
    const enrolled = await console.enrol(cookie);
    const after = await (await console.send("GET", "/api/policy", { cookie: enrolled.cookie })).json();
    expect(after.ownFactor).toBe("present");
  });

  test("a session without a second factor can only set one up, from its next request on", async () => {
    const cookie = await console.signIn(ada);
    expect((await read(cookie)).status).toBe(200);
    await requireFactor(console, cookie);
    for (const { key, method, forAssistants } of table) {
      const { path, body, open } = accessCases[key] as AccessCase;
      // The route of assistants refuses every cookie, with or without a second factor.
      if (forAssistants) continue;
      if (open.includes("anonymous") || openRoutes.includes(key)) continue;
      const refused = await console.send(method, path, { body, cookie });
      expect([key, refused.status, (await refused.json()).code]).toEqual([key, 403, "factor_required"]);
    }
    const session = await (await console.send("GET", "/api/session", { cookie })).json();
    expect(session).toMatchObject({ factorRequired: true });
    const again = await console.signIn(ada);
    expect((await read(again)).status).toBe(403);
    const enrolled = await console.enrol(again);
    expect((await read(enrolled.cookie)).status).toBe(200);
    // All sessions that started with only a password have ended.
    expect(await console.statusOf(cookie)).toBe(401);
    clock.advance(30_000);
    const code = codeAt(enrolled.secret, clock.now());
    const signedIn = cookieOf(await console.signInWith(ada, testPassword, code));
    expect((await read(signedIn)).status).toBe(200);
    const byRecovery = cookieOf(await console.signInWith(ada, testPassword, enrolled.recoveryCodes[0]));
    expect((await read(byRecovery)).status).toBe(200);
  });

  test("a second factor is required again after the person has removed the last one", async () => {
    const { cookie } = await console.enrol(await console.signIn(ada));
    await requireFactor(console, cookie);
    const removed = cookieOf(await console.send("DELETE", "/api/me/totp", { cookie }));
    expect((await read(removed)).status).toBe(403);
  });
});

describe("single sign-on when a second factor is required", () => {
  let provider: QuirksProvider;

  beforeEach(async () => {
    provider = await startQuirksProvider();
  });

  afterEach(() => provider.close());

  test.each([
    [{ amr: ["pwd", "mfa"] }, "/sandbox"],
    [{ amr: ["otp"] }, "/sandbox"],
    [{ amr: ["hwk", "user"] }, "/sandbox"],
    [{ acr: "phr" }, "/sandbox"],
    [{ amr: ["pwd"] }, "second_factor_missing"],
    [{ amr: "mfa" }, "second_factor_missing"],
    [{ acr: "1" }, "second_factor_missing"],
    [{}, "second_factor_missing"],
  ])("the claims %j lead to %s", async (claims, outcome) => {
    const console = await createSsoConsole(provider, { DEFAULT_ROLE: "viewer", ROLE_CLAIM: "roles" }, { staff });
    await requireFactor(console, await console.signIn(ada));
    const idToken = { email: "kim@test.example", email_verified: true, ...claims };
    const { location, cookie } = await console.comeBack({ subject: "kim", idToken });
    if (outcome === "/sandbox") {
      expect(location).toBe(outcome);
      expect((await console.send("GET", "/api/me/sessions", { cookie })).status).toBe(200);
    } else {
      expect(new URLSearchParams(location.split("?")[1]).get("problem")).toBe(outcome);
      expect(cookie).toBeUndefined();
    }
    await console.close();
  });
});
