import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accountOf } from "#server/bff/access/sso/identify-staff.ts";
import { type Grant, type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoHandlers, person, ssoEnv, ssoSession } from "#tests/fixtures/sso/sso-handlers.ts";

let provider: QuirksProvider;
let sso: ReturnType<typeof createSsoHandlers>;

beforeAll(async () => {
  provider = await startQuirksProvider();
});
beforeEach(() => {
  provider.failWith(null);
  use();
});
afterAll(() => provider.close());

/** Uses these settings. The provider's account "kim" belongs to an editor of the console. */
function use(own: Parameters<typeof ssoEnv>[0] = {}, known = person()) {
  sso = createSsoHandlers([ssoEnv({ issuer: provider.issuer, ...own })]);
  sso.state.people.set(`${provider.issuer} kim`, known);
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const kim = (own: Record<string, unknown> = {}): Grant => ({
  subject: "kim",
  idToken: { email: "kim@company.example", email_verified: true, roles: ["editor"], ...own },
});
const comeBack = (grant: Grant, given?: Parameters<typeof sso.comeBack>[2]) => sso.comeBack(provider, grant, given);
const problemIn = ({ location }: { location: string }) => new URL(location, "http://any").searchParams.get("problem");
const isBegun = () => sso.seen.begun.length > 0;

test("a person gets a new session with its network address, and the cookie of the sign-in is removed", async () => {
  const { location, cookies } = await comeBack(kim({ auth_time: nowSeconds() - 60, sid: "s-1", amr: ["otp"] }));
  expect(location).toBe("/sandbox");
  expect(cookies).toEqual([expect.stringMatching(/^__Host-switchboard-sso=; .*Max-Age=0$/), "s=new"]);
  expect(sso.seen.begun).toMatchObject([
    {
      session: {
        sessionHash: "hash of new",
        staffID: "kim",
        sso: { provider: "test", issuer: provider.issuer, subject: "kim", secondFactor: true, sessionID: "s-1" },
      },
      event: { action: "sign-in", after: { method: "sso", provider: "test" } },
    },
  ]);
  expect(sso.seen.counted).toEqual(["start 192.0.2.7", "answer 192.0.2.7", "sign-in kim"]);
});

test.each([undefined, 7, null])("a provider's session ID %j is ignored", async (sid) => {
  await comeBack(kim({ sid }));
  expect(sso.seen.begun[0]?.session.sso).toMatchObject({ sessionID: null, secondFactor: false });
});

test("a session ID that is too long is cut", async () => {
  await comeBack(kim({ sid: "s".repeat(501) }));
  expect(sso.seen.begun[0]?.session.sso?.sessionID).toBe("s".repeat(500));
});

describe("the time at which the person proved their identity", () => {
  const nowMs = Date.now();
  const seconds = Math.floor(nowMs / 1_000);
  test.each<[unknown, number]>([
    [undefined, 0],
    [0, 0],
    [1, 1_000],
    [seconds - 1_200, (seconds - 1_200) * 1_000],
    // A provider's clock may be ahead by one minute. A proof that is further in the future does not count.
    [nowMs / 1_000 + 60, nowMs],
    [nowMs / 1_000 + 60.002, 0],
  ])("auth_time %j means the time %d", async (authTime, expected) => {
    sso.state.nowMs = () => nowMs;
    await comeBack(kim({ auth_time: authTime }));
    expect(sso.seen.begun.map(({ session }) => session.factorAt)).toEqual([expected]);
  });
});

test.each([String(nowSeconds()), -5, null, {}])("userinfo's auth_time %j is ignored", async (authTime) => {
  const userInfo = { roles: ["editor"], auth_time: authTime };
  await comeBack({ ...kim({ roles: undefined }), userInfo });
  expect(sso.seen.begun.map(({ session }) => session.factorAt)).toEqual([0]);
});

describe("an expired answer, which is refused and not sent to the provider", () => {
  test("an answer without a started sign-in is refused, keeps the cookies and leads to the start page", async () => {
    const { location, cookies } = await sso.finish({ code: "c", state: "s" });
    expect([location, cookies]).toEqual(["/sign-in?problem=expired&returnTo=%2F", []]);
    expect(sso.seen).toMatchObject({ counted: [], refusals: [{ event: { action: "sign-in.failed" } }] });
  });

  test.each(["another", undefined])(
    "an answer with the state %j is refused, and the state says which page the person came from",
    async (state) => {
      const { location, cookies } = await comeBack(kim(), { input: { state } });
      expect(location).toBe("/sign-in?problem=expired&provider=test&returnTo=%2Fsandbox");
      expect(cookies).toHaveLength(1);
      expect([isBegun(), sso.seen.counted]).toEqual([false, ["start 192.0.2.7"]]);
    },
  );

  test("an answer after ten minutes is refused", async () => {
    const startedAt = Date.now();
    sso.state.nowMs = () => startedAt;
    const { location, cookies } = await sso.start({ return: "/sandbox" });
    const cookie = cookies[0]?.split(";", 1)[0] ?? "";
    const query = new URL(provider.answer(location, kim()), "http://any").searchParams;
    sso.state.nowMs = () => startedAt + 10 * 60_000;
    expect(problemIn(await sso.finish(Object.fromEntries(query), { cookie }))).toBe("expired");
    sso.state.nowMs = () => startedAt + 10 * 60_000 - 1;
    expect(problemIn(await sso.finish(Object.fromEntries(query), { cookie }))).toBeNull();
  });
});

test("an answer of a provider that was removed in the meantime is refused", async () => {
  const { location, cookies } = await sso.start();
  const query = new URL(provider.answer(location, kim()), "http://any").searchParams;
  const roundCookie = sso.services.roundCookie;
  sso = createSsoHandlers([ssoEnv({ name: "other", issuer: provider.issuer })]);
  sso.services.roundCookie = roundCookie;
  const cookie = cookies[0]?.split(";", 1)[0] ?? "";
  expect(problemIn(await sso.finish(Object.fromEntries(query), { cookie, address: undefined }))).toBe(
    "unknown_provider",
  );
  expect(sso.seen.counted).toEqual(["answer unknown"]);
});

test("a refusal names its account by a short name, and the refusal of an unknown person has no name", async () => {
  expect(problemIn(await comeBack(kim({ roles: [] })))).toBe("no_role");
  const id = accountOf({ issuer: provider.issuer, subject: "kim" });
  expect(sso.seen.refusals).toMatchObject([
    { event: { target: { kind: "account", id }, after: { claim: "roles", values: [], account: id } } },
  ]);
  await comeBack({ ...kim(), foreignKey: true });
  expect(sso.seen.refusals[1]?.event).not.toHaveProperty("target");
});

test("an error of the console itself after the provider's answer is not a refusal of the person", async () => {
  sso.services.store.sso.findStaff = () => Promise.reject(new Error("the store is down"));
  expect(problemIn(await comeBack(kim()))).toBe("internal");
  expect(sso.seen.refusals[0]?.event).not.toHaveProperty("target");
});

test("people of another tenant cannot sign in, whatever userinfo says", async () => {
  use({ allowedTenants: ["t-1"], roleClaim: "missing", defaultRole: "viewer" });
  expect(problemIn(await comeBack({ ...kim({ tid: "t-2" }), userInfo: { tid: "t-1" } }))).toBe("tenant_not_allowed");
  expect(problemIn(await comeBack({ ...kim(), userInfo: { tid: "t-1" } }))).toBe("tenant_not_allowed");
  expect(isBegun()).toBe(false);
  expect(problemIn(await comeBack(kim({ tid: "t-1" })))).toBeNull();
});

describe("userinfo at the sign-in", () => {
  test("userinfo is read if the role is missing, and overrides nothing in the ID token", async () => {
    const given = { ...kim({ roles: undefined, sid: "s-1" }), userInfo: { roles: ["editor"], sid: "s-2" } };
    expect(problemIn(await comeBack(given))).toBeNull();
    expect(sso.seen.begun[0]?.session.sso?.sessionID).toBe("s-1");
  });

  test("userinfo is not read if nothing is missing", async () => {
    await comeBack({ ...kim(), userInfo: { sid: "s-2", amr: ["mfa"] } });
    expect(sso.seen.begun[0]?.session.sso).toMatchObject({ sessionID: null, secondFactor: false });
  });

  test("userinfo is not read if the provider has none", async () => {
    const metadata = async (url: string, options: object) => {
      const answer = await fetch(url, options);
      if (!url.includes("/.well-known/")) return answer;
      const { userinfo_endpoint: _, ...rest } = await answer.json();
      return Response.json(rest);
    };
    sso = createSsoHandlers([ssoEnv({ issuer: provider.issuer })], { fetch: metadata });
    const given = { ...kim({ roles: undefined }), userInfo: { roles: ["editor"] } };
    expect(problemIn(await comeBack(given))).toBe("no_role");
  });
});

describe("the sign-in when a second factor is required", () => {
  test.each([
    [{}, "second_factor_missing"],
    [{ amr: ["pwd", "mfa"] }, null],
  ])("the claims %j have the result %s", async (claims, expected) => {
    sso.state.policy = { ssoRequired: false, secondFactorRequired: true };
    expect(problemIn(await comeBack(kim(claims)))).toBe(expected);
    expect(isBegun()).toBe(expected === null);
  });
});

describe("a step-up at the provider", () => {
  const start = { stepUp: "true", return: "/account" } as const;
  const stepUp = (claims: object, own: object = {}, subject = "kim") => {
    const session = ssoSession(provider.issuer, own);
    return comeBack({ ...kim({ ...claims }), subject }, { start, own: { session } });
  };

  test("a step-up proves a factor of the session, from the time that the provider names", async () => {
    const seconds = nowSeconds() - 100;
    const { location, cookies } = await stepUp({ auth_time: seconds });
    expect([location, cookies.length]).toEqual(["/account", 1]);
    expect(sso.seen.proved).toMatchObject([
      {
        sessionHash: "hash of kim's",
        factorAt: seconds * 1_000,
        event: { actor: { id: "kim" }, action: "step-up", outcome: "done", after: { method: "sso" } },
      },
    ]);
    expect(isBegun()).toBe(false);
  });

  test("a step-up accepts only a proof that is younger than ten minutes", async () => {
    const nowMs = Math.ceil(Date.now() / 1_000) * 1_000;
    sso.state.nowMs = () => nowMs;
    expect(problemIn(await stepUp({ auth_time: nowMs / 1_000 - 600 }))).toBe("stale_auth_time");
    expect(problemIn(await stepUp({}))).toBe("stale_auth_time");
    expect(sso.seen.proved).toEqual([]);
    expect(problemIn(await stepUp({ auth_time: nowMs / 1_000 - 599 }))).toBeNull();
  });

  test("a step-up must come from the same person at the same provider", async () => {
    const fresh = { auth_time: nowSeconds() };
    expect(problemIn(await stepUp(fresh, {}, "lee"))).toBe("another_person");
    expect(problemIn(await stepUp(fresh, { issuer: "https://other.example" }))).toBe("another_person");
    expect(sso.seen.proved).toEqual([]);
    expect(sso.seen.refusals).toMatchObject([{ event: { action: "step-up", actor: { id: "kim" } } }, {}]);
  });

  test("a step-up belongs to the session that requested it, which must still exist", async () => {
    const asked = await sso.start(start, { session: ssoSession(provider.issuer) });
    const cookie = asked.cookies[0]?.split(";", 1)[0] ?? "";
    const others = [
      null,
      { ...ssoSession(provider.issuer), sso: null },
      { ...ssoSession(provider.issuer), sessionHash: "hash of another" },
    ];
    for (const session of others) {
      const query = new URL(provider.answer(asked.location, kim({ auth_time: nowSeconds() })), "http://any");
      const answer = await sso.finish(Object.fromEntries(query.searchParams), { cookie, session });
      expect(answer.location).toBe("/sign-in?problem=session_ended&provider=test&returnTo=%2Faccount");
    }
    expect(sso.seen.proved).toEqual([]);
  });
});
