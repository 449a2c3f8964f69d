import { expect, test } from "vitest";
import { testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { byRoles, kim, openSsoSuite, problemIn, sessionOf } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

test("the browser is sent with PKCE, state and nonce to the registered address, and returns to the page that it left", async () => {
  const console = await sso.open(byRoles);
  const { location } = await console.start("return=/sandbox/customers?window=all");
  const asked = Object.fromEntries(new URL(location).searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    redirect_uri: `${testOrigin}/api/sso/callback`,
    scope: "openid email profile",
    code_challenge_method: "S256",
  });
  for (const name of ["code_challenge", "state", "nonce"]) expect(asked[name]).toMatch(/^[\w-]{43}$/);
  const back = await console.comeBack(kim(), { start: "return=%2Fsandbox%2Fcustomers%3Fwindow%3Dall" });
  expect([back.response.status, back.location]).toEqual([303, "/sandbox/customers?window=all"]);
  expect(await sessionOf(console, back.cookie)).toMatchObject({
    staff: { email: "kim@company.example", name: "Kim Park", role: "editor" },
    provider: "test",
  });
});

test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "/api/session", "javascript:alert(1)"])(
  "the return address %s is not followed",
  async (address) => {
    const console = await sso.open(byRoles);
    const { location } = await console.comeBack(kim(), { start: `return=${encodeURIComponent(address)}` });
    expect(location).toBe("/");
  },
);

test("an answer is accepted once, in the browser that requested it, and only with its own state", async () => {
  const console = await sso.open(byRoles);
  const { location, roundCookie } = await console.start();
  const other = await console.start();
  const back = sso.provider.answer(location, kim());
  const without = await console.send("GET", back);
  const elsewhere = await console.send("GET", back, { cookie: other.roundCookie });
  const tamperedCookie = `${roundCookie.slice(0, -3)}${roundCookie.at(-3) === "A" ? "E" : "A"}~2`;
  const tampered = await console.send("GET", back, { cookie: tamperedCookie });
  for (const { headers } of [without, elsewhere, tampered]) {
    expect(problemIn(headers.get("location") ?? "")).toBe("expired");
    expect(headers.getSetCookie().join()).not.toMatch(/switchboard=[^;]/);
  }
  const first = await console.send("GET", back, { cookie: roundCookie });
  expect(first.headers.get("location")).toBe("/");
  const again = await console.send("GET", back, { cookie: roundCookie });
  expect(problemIn(again.headers.get("location") ?? "")).toBe("invalid_response");
});

test("an answer of an unexpected issuer is refused", async () => {
  const console = await sso.open(byRoles);
  const { location } = await console.comeBack(kim(), { query: { iss: "https://evil.example" } });
  expect(problemIn(location)).toBe("invalid_response");
});

test.each([
  ["access_denied", "cancelled"],
  ["temporarily_unavailable", "provider_unavailable"],
  ["invalid_scope", "invalid_response"],
])("a provider that answers %s is shown as %s", async (error, problem) => {
  const console = await sso.open(byRoles);
  const { location, roundCookie } = await console.start();
  const state = new URL(location).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ error, state, error_description: "<script>" });
  const response = await console.send("GET", `/api/sso/callback?${query}`, { cookie: roundCookie });
  expect(problemIn(response.headers.get("location") ?? "")).toBe(problem);
});

test("the console reports a provider that is down, starts anyway, and tries the provider again", async () => {
  sso.provider.failWith(503);
  const console = await sso.open(byRoles, { staff: [{ email: "vera@test.example", role: "viewer" }] });
  const { location } = await console.start("return=/sandbox/jobs");
  expect(location).toBe("/sign-in?problem=provider_unavailable&provider=test&returnTo=%2Fsandbox%2Fjobs");
  expect(await console.signIn("vera@test.example")).toMatch(/^switchboard=/);
  sso.provider.failWith(null);
  expect((await console.comeBack(kim())).cookie).toBeDefined();
  const before = sso.provider.discoveries;
  await console.start();
  expect(sso.provider.discoveries).toBe(before);
});

test.each(["/.well-known/openid-configuration", "/token", "/keys", "/userinfo"])(
  "a compressed answer to %s is refused and never decoded",
  async (path) => {
    const console = await sso.open(byRoles);
    // The ID token contains no email address. So the console requests the user info too.
    const grant = { ...kim({ email: undefined }), userInfo: { email: "kim@company.example" } };
    sso.provider.compress(path);
    const back = await console.comeBack(grant).catch(() => undefined);
    const location = back?.location ?? (await console.start()).location;
    expect([problemIn(location), back?.cookie]).toEqual(["provider_unavailable", undefined]);
    expect(sso.provider.acceptedEncoding).toBe("identity");
    sso.provider.compress(null);
    expect((await console.comeBack(grant)).cookie).toBeDefined();
  },
);
