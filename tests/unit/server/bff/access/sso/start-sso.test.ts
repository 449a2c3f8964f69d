import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { callbackAddress, redirectTo, type SsoContext } from "#server/bff/access/sso/redirect.ts";
import { SsoRefusal } from "#server/bff/access/sso/sso-refusal.ts";
import { createOrigins } from "#server/bff/core/origins.ts";
import { type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoHandlers, handlersOrigin, ssoEnv, ssoSession } from "#tests/fixtures/sso/sso-handlers.ts";

let provider: QuirksProvider;
let sso: ReturnType<typeof createSsoHandlers>;

beforeAll(async () => {
  provider = await startQuirksProvider();
});
beforeEach(() => {
  provider.failWith(null);
  sso = createSsoHandlers([ssoEnv({ issuer: provider.issuer }), ssoEnv({ name: "other", issuer: provider.issuer })]);
});
afterAll(() => provider.close());

test("the browser is sent to the provider with PKCE, and stores the started sign-in for ten minutes", async () => {
  const { location, cookies } = await sso.start({ provider: "test", return: "/sandbox/jobs" });
  const asked = Object.fromEntries(new URL(location).searchParams);
  expect(asked).toEqual({
    client_id: "switchboard",
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${handlersOrigin}/api/sso/callback`,
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-switchboard-sso=.+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/),
  ]);
  const round = await sso.services.roundCookie.read(cookies[0]?.split(";", 1)[0] ?? "");
  expect(round).toEqual({
    provider: "test",
    state: asked.state,
    nonce: asked.nonce,
    returnTo: "/sandbox/jobs",
    verifier: expect.stringMatching(/^[\w-]{43}$/),
    startedAt: expect.any(Number),
  });
  expect(sso.seen).toMatchObject({ counted: ["start 192.0.2.7"], refusals: [], logged: [] });
});

test("a step-up goes to the provider of the session, asks for a new proof, and is bound to the session", async () => {
  const session = ssoSession(provider.issuer, { provider: "other" });
  const { location, cookies } = await sso.start({ stepUp: "true", provider: "test", return: "/account" }, { session });
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ max_age: "0", prompt: "login" });
  const round = await sso.services.roundCookie.read(cookies[0]?.split(";", 1)[0] ?? "");
  expect(round).toMatchObject({ provider: "other", stepUp: "hash of kim's", returnTo: "/account" });
});

test("a signed-in person who signs in again starts a sign-in, not a step-up", async () => {
  const { location, cookies } = await sso.start({ provider: "test" }, { session: ssoSession(provider.issuer) });
  expect(new URL(location).searchParams.has("prompt")).toBe(false);
  const round = await sso.services.roundCookie.read(cookies[0]?.split(";", 1)[0] ?? "");
  expect(round).toMatchObject({ returnTo: "/" });
  expect(round).not.toHaveProperty("stepUp");
});

test.each([
  ["nobody who is signed in", null],
  ["a session by password", { ...ssoSession("https://id.example"), sso: null }],
])("a step-up with %s is refused", async (_, session) => {
  const { location, cookies } = await sso.start({ stepUp: "true" }, { session });
  expect([location, cookies]).toEqual(["/sign-in?problem=session_ended&returnTo=%2F", []]);
});

test("an unknown provider, or a missing provider name with two providers, is refused and recorded", async () => {
  for (const name of ["third", undefined]) {
    const { location } = await sso.start({ provider: name, return: "/sandbox" });
    expect(location).toBe("/sign-in?problem=unknown_provider&returnTo=%2Fsandbox");
  }
  expect(sso.seen.refusals[0]).toEqual({
    key: "sso 192.0.2.7  unknown_provider ",
    event: {
      actor: { kind: "anonymous" },
      requestID: "r-1",
      address: "192.0.2.7",
      userAgent: "Firefox",
      action: "sign-in.failed",
      outcome: "failed",
      after: { code: "unknown_provider", method: "sso" },
    },
  });
});

test("a provider that does not answer is named, with the cause in the log", async () => {
  provider.failWith(503);
  const { location } = await sso.start({ provider: "test", return: "/sandbox" });
  expect(location).toBe("/sign-in?problem=provider_unavailable&provider=test&returnTo=%2Fsandbox");
  expect(sso.seen.refusals).toMatchObject([
    { key: "sso 192.0.2.7 test provider_unavailable ", event: { after: { method: "sso", provider: "test" } } },
  ]);
  expect(sso.seen.logged.at(-1)).toMatchObject({
    level: "warn",
    fields: {
      requestID: "r-1",
      provider: "test",
      problem: "provider_unavailable",
      error: { name: expect.any(String) },
    },
  });
});

test("a refused step-up counts for its person, and the audit log names the person", async () => {
  provider.failWith(503);
  await sso.start({ stepUp: "true" }, { session: ssoSession(provider.issuer) });
  expect(sso.seen.refusals).toMatchObject([
    {
      key: "sso kim test provider_unavailable ",
      event: { action: "step-up", outcome: "failed", actor: { kind: "staff", id: "kim" } },
    },
  ]);
});

test("a refused sign-in belongs to nobody, even if a person is signed in, and needs no address", async () => {
  const given = { session: ssoSession(provider.issuer), address: undefined };
  await sso.start({ provider: "third" }, given);
  expect(sso.seen.counted).toEqual(["start unknown"]);
  expect(sso.seen.refusals).toMatchObject([
    { key: "sso unknown  unknown_provider ", event: { action: "sign-in.failed", actor: { kind: "anonymous" } } },
  ]);
  expect(sso.seen.logged[0]?.fields).not.toHaveProperty("error");
});

test.each([
  ["too_many_writes", "too_many_sign_ins", 0],
  ["too_many_requests", "too_many_sign_ins", 0],
  ["store_unavailable", "internal", 1],
] as const)("the error %s before the redirect is shown as %s", async (code, problem, reported) => {
  sso.state.tooMany = new AppError(code, "Said to nobody.", { cause: new Error("the database's own word") } as never);
  const { location } = await sso.start({ provider: "test" });
  expect(location).toBe(`/sign-in?problem=${problem}&returnTo=%2F`);
  expect(sso.seen.logged.filter(({ message }) => !message.startsWith("single sign-on"))).toHaveLength(reported);
});

test("an unexpected error is shown as an error of the console, without its message", async () => {
  sso.state.tooMany = new Error("a secret of the inside");
  const { location } = await sso.start({ provider: "test" });
  expect(location).toBe("/sign-in?problem=internal&returnTo=%2F");
  expect(sso.seen.logged[0]).toMatchObject({
    level: "error",
    fields: { requestID: "r-1", route: "single sign-on", error: { message: "a secret of the inside" } },
  });
  expect(JSON.stringify(sso.seen.refusals)).not.toContain("secret");
});

test("the facts of a refusal are recorded, with the account as the target", async () => {
  const attempt = { returnTo: "/", isStepUp: false, provider: "test" };
  const facts = { account: "0123", values: ["a"] };
  await sso.run((context) =>
    redirectTo(context, attempt, async () => {
      throw new SsoRefusal("no_role", facts);
    }),
  );
  expect(sso.seen.refusals).toMatchObject([
    {
      key: "sso 192.0.2.7 test no_role 0123",
      event: { target: { kind: "account", id: "0123" }, after: { code: "no_role", provider: "test", values: ["a"] } },
    },
  ]);
});

test("a console that does not know its own address redirects nobody to a provider", async () => {
  const services = { ...sso.services, origins: createOrigins([]) } as unknown as SsoContext["services"];
  expect(() => callbackAddress(services)).toThrow("The console does not know its own address.");
});
