import { expect, test } from "vitest";
import { testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { providerVariables, type SsoConsole } from "#tests/fixtures/sso/sso-console.ts";
import { byRoles, kim, nowSeconds, openSsoSuite, problemIn } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

const sendLogout = async (console: SsoConsole, token: string) =>
  console.bff.fetch(
    new Request(`${testOrigin}/api/sso/backchannel-logout`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ logout_token: token }),
    }),
  );

const statusOf = async (console: SsoConsole, cookie: string | undefined) =>
  (await console.send("GET", "/api/session", { cookie })).status;

test("a logout token ends the sessions that it names, and can be used once", async () => {
  const console = await sso.open(byRoles);
  const one = await console.comeBack(kim({ sid: "s-1" }));
  const two = await console.comeBack(kim({ sid: "s-2" }));
  const lee = await console.comeBack({ ...kim({ email: "lee@company.example", sid: "s-3" }), subject: "lee" });
  const bySession = await sso.provider.logoutToken({ sid: "s-1" });
  expect((await sendLogout(console, bySession)).status).toBe(204);
  expect([
    await statusOf(console, one.cookie),
    await statusOf(console, two.cookie),
    await statusOf(console, lee.cookie),
  ]).toEqual([401, 200, 200]);
  const again = await console.comeBack(kim({ sid: "s-1" }));
  expect((await sendLogout(console, bySession)).status).toBe(400);
  expect(await statusOf(console, again.cookie)).toBe(200);
  expect((await sendLogout(console, await sso.provider.logoutToken({ sub: "kim" }))).status).toBe(204);
  expect([
    await statusOf(console, two.cookie),
    await statusOf(console, again.cookie),
    await statusOf(console, lee.cookie),
  ]).toEqual([401, 401, 200]);
});

test("an invalid logout token ends nothing", async () => {
  const console = await sso.open(byRoles);
  const { cookie } = await console.comeBack(kim({ sid: "s-1" }));
  const wrong = await Promise.all([
    sso.provider.logoutToken({ sub: "kim" }, { foreignKey: true }),
    sso.provider.logoutToken({ sub: "kim", iss: "https://evil.example" }),
    sso.provider.logoutToken({ sub: "kim", aud: "another" }),
    sso.provider.logoutToken({ sub: "kim", events: undefined }),
    sso.provider.logoutToken({ sub: "kim", events: { "http://schemas.openid.net/event/other": {} } }),
    sso.provider.logoutToken({ sub: "kim", nonce: "n" }),
    sso.provider.logoutToken({ sub: "kim", jti: undefined }),
    sso.provider.logoutToken({ sub: "kim", iat: undefined }),
    sso.provider.logoutToken({ sub: "kim", iat: nowSeconds() - 3_600 }),
    sso.provider.logoutToken({ sub: "kim", iat: nowSeconds() + 3_600 }),
    sso.provider.logoutToken({ sub: "kim", exp: nowSeconds() - 600 }),
    sso.provider.logoutToken({}),
    sso.provider.logoutToken({ sub: "kim" }, { header: { typ: "at+jwt" } }),
    sso.provider.logoutToken({ sub: "kim", sid: "another session" }),
    "no.token.atall",
  ]);
  const statuses = await Promise.all(wrong.map(async (token) => (await sendLogout(console, token)).status));
  // The console accepts a valid token for an unknown session, but ends no session.
  expect(statuses).toEqual([...Array(13).fill(400), 204, 400]);
  expect(await statusOf(console, cookie)).toBe(200);
});

test("if the keys cannot be read, a logout token gets an answer with a retry time", async () => {
  const console = await sso.open(byRoles);
  await console.start();
  sso.provider.failWith(503);
  const answer = await sendLogout(console, await sso.provider.logoutToken({ sub: "kim" }));
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "sso_unavailable" }]);
});

test("the tenant replaces the placeholder in the issuer of a shared endpoint of Entra ID", async () => {
  const issuer = "https://login.microsoftonline.com/organizations/v2.0";
  const template = "https://login.microsoftonline.com/{tenantid}/v2.0";
  const entra = await startQuirksProvider({ issuer: template });
  const ssoFetch = (url: string, given: object) => {
    const { pathname } = new URL(url);
    return fetch(`${entra.issuer}${pathname}`, given);
  };
  const variables = providerVariables(issuer, { ...byRoles, ALLOWED_TENANTS: "t-1" });
  const console = await sso.open({}, { variables, ssoFetch });
  const comeBack = async (claims: Record<string, unknown>) => {
    const { location, roundCookie } = await console.start();
    const back = entra.answer(location, kim(claims));
    return (await console.send("GET", back, { cookie: roundCookie })).headers.get("location") ?? "";
  };
  const issuedFor = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`;
  expect(await comeBack({ tid: "t-1", iss: issuedFor("t-1") })).toBe("/");
  expect(problemIn(await comeBack({ tid: "t-2", iss: issuedFor("t-2") }))).toBe("tenant_not_allowed");
  expect(problemIn(await comeBack({ tid: "t-1", iss: issuedFor("t-2") }))).toBe("invalid_response");
  expect(
    (await sendLogout(console, await entra.logoutToken({ sub: "kim", tid: "t-1", iss: issuedFor("t-1") }))).status,
  ).toBe(204);
  expect(
    (await sendLogout(console, await entra.logoutToken({ sub: "kim", tid: "t-2", iss: issuedFor("t-2") }))).status,
  ).toBe(400);
  await entra.close();
});
