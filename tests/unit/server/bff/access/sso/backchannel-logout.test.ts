import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { createSsoHandlers, ssoEnv } from "#tests/fixtures/sso/sso-handlers.ts";

const issuer = "https://id.example";
const nowMs = Date.UTC(2026, 10, 20, 12);
const nowSeconds = nowMs / 1_000;

let keys: CryptoKeyPair;
let foreign: CryptoKeyPair;
let curve: CryptoKeyPair;
let published: object[];
let metadata: Record<string, unknown>;
/** The answer that replaces the provider's keys. Null: the provider's own keys. */
let keysAnswer: (() => Response | Promise<Response>) | null;
let sso: ReturnType<typeof createSsoHandlers>;

beforeAll(async () => {
  [keys, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  curve = await generateKeyPair("ES256");
  published = [
    { ...(await exportJWK(keys.publicKey)), kid: "own" },
    { ...(await exportJWK(curve.publicKey)), kid: "curve" },
  ];
});

beforeEach(() => {
  keysAnswer = null;
  metadata = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys`, authorization_endpoint: issuer };
  open([ssoEnv({ issuer })]);
});

function open(envs: Parameters<typeof createSsoHandlers>[0]) {
  const fetch = async (url: string) => {
    if (!String(url).endsWith("/keys")) return Response.json(metadata);
    return keysAnswer ? keysAnswer() : Response.json({ keys: published });
  };
  sso = createSsoHandlers(envs, { fetch });
  sso.state.nowMs = () => nowMs;
}

const events = { "http://schemas.openid.net/event/backchannel-logout": {} };

function logoutToken(own: object = {}, header: object = {}, key: CryptoKey = keys.privateKey): Promise<string> {
  const claims = { iss: issuer, aud: "switchboard", iat: nowSeconds, jti: "once", sub: "kim", events, ...own };
  return new SignJWT(JSON.parse(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "RS256", kid: "own", typ: "logout+jwt", ...header })
    .sign(key);
}

/** Returns the console's answer to the provider: an error code, or null if the console accepted the token. */
const answerTo = (token: string, own = {}) =>
  sso.logout(token, own).then(
    () => null,
    (error: unknown) => (isAppError(error) ? error.code : error),
  );

test("a logout token ends the sessions and streams that it names, and is recorded as an action of the console", async () => {
  expect(await answerTo(await logoutToken({ sid: "s-1" }))).toBeNull();
  expect(sso.seen.orders).toEqual([
    {
      order: {
        issuer,
        subject: "kim",
        sessionID: "s-1",
        tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        // The record is stored as long as the console would accept this token.
        expiresAt: nowMs + (5 + 2) * 60_000,
      },
      event: {
        requestID: "r-1",
        address: "192.0.2.7",
        userAgent: "Firefox",
        action: "session.ended",
        outcome: "done",
        actor: { kind: "console" },
        after: { method: "sso", provider: "test", by: "back-channel logout" },
      },
    },
  ]);
  expect(sso.seen).toMatchObject({ endedStreams: ["one", "two"], refusals: [] });
});

test("a token is recognised by its issuer and its ID", async () => {
  for (const jti of ["once", "once", "twice"]) await answerTo(await logoutToken({ jti, sid: jti }));
  const [first, second, third] = sso.seen.orders.map(({ order }) => order.tokenHash);
  expect([first === second, first === third]).toEqual([true, false]);
});

test.each<[string, object, object?]>([
  ["for only a session", { sub: undefined, sid: "s-1" }],
  ["for only a person", {}],
  ["for several clients", { aud: ["another", "switchboard"] }],
  ["of four minutes ago", { iat: nowSeconds - 240 }],
  ["of a provider whose clock is a minute ahead", { iat: nowSeconds + 59 }],
  ["that ends later", { exp: nowSeconds + 100 }],
  ["whose type has its long name", {}, { typ: "application/logout+jwt" }],
  ["whose type is in capitals", {}, { typ: "LOGOUT+JWT" }],
  ["that is a token of no special type", {}, { typ: "JWT" }],
  ["without a type", {}, { typ: undefined }],
])("a logout token is accepted %s", async (_, own, header) => {
  expect(await answerTo(await logoutToken(own, header))).toBeNull();
  expect(sso.seen.orders).toHaveLength(1);
});

describe("a token that is refused and ends nothing", () => {
  test.each<[string, object, object?]>([
    ["of another issuer", { iss: "https://evil.example" }],
    ["for another client", { aud: "another" }],
    ["for no client", { aud: undefined }],
    ["without an issuer", { iss: undefined }],
    ["without an ID", { jti: undefined }],
    ["with an empty ID", { jti: "" }],
    ["with an ID that is too long", { jti: "j".repeat(501) }],
    ["with an ID that is a number", { jti: 1 }],
    ["without its time", { iat: undefined }],
    ["of seven minutes ago", { iat: nowSeconds - 7 * 60 }],
    ["from two minutes ahead", { iat: nowSeconds + 120 }],
    ["that has ended", { exp: nowSeconds - 120 }],
    ["of another event", { events: { "http://schemas.openid.net/event/other": {} } }],
    ["whose event is not an object", { events: { "http://schemas.openid.net/event/backchannel-logout": "yes" } }],
    ["without events", { events: undefined }],
    ["with a nonce, which is an ID token", { nonce: "n" }],
    ["that names nobody", { sub: undefined }],
    ["that names a person with an empty text", { sub: "" }],
    ["with a person's ID that is too long", { sub: "s".repeat(501) }],
    ["with a session ID that is too long", { sid: "s".repeat(501) }],
    ["of an access token's type", {}, { typ: "at+jwt" }],
    ["whose type only ends correctly", {}, { typ: "not/application/jwt" }],
    ["whose type only begins correctly", {}, { typ: "jwt;x" }],
    ["of an unknown key", {}, { kid: "another" }],
  ])("a logout token is refused %s", async (_, own, header) => {
    expect(await answerTo(await logoutToken(own, header))).toBe("invalid_request");
    expect([sso.seen.orders, sso.seen.endedStreams]).toEqual([[], []]);
    expect(sso.seen.refusals).toHaveLength(1);
  });

  test("a logout token that somebody else has signed is refused", async () => {
    expect(await answerTo(await logoutToken({}, {}, foreign.privateKey))).toBe("invalid_request");
  });

  test("a logout token that is signed with the client's own secret, or not at all, is refused", async () => {
    const payload = (await logoutToken()).split(".")[1];
    const secret = new TextEncoder().encode(ssoEnv().clientSecret);
    const symmetric = await new SignJWT({
      iss: issuer,
      aud: "switchboard",
      iat: nowSeconds,
      jti: "j",
      sub: "kim",
      events,
    })
      .setProtectedHeader({ alg: "HS256", kid: "own" })
      .sign(secret);
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    expect([await answerTo(symmetric), await answerTo(none)]).toEqual(["invalid_request", "invalid_request"]);
    expect(sso.seen.orders).toEqual([]);
  });

  test("a text that is no token is refused", async () => {
    for (const text of ["", "no", "no.token.atall"]) expect(await answerTo(text)).toBe("invalid_request");
    expect(sso.seen.refusals[0]?.event.after).toEqual({ code: "invalid_response", reason: "not a token" });
  });

  test("a logout token that was used before is refused", async () => {
    sso.state.endedSessions = null;
    expect(await answerTo(await logoutToken())).toBe("invalid_request");
    expect(sso.seen.endedStreams).toEqual([]);
    expect(sso.seen.refusals[0]?.event.after).toEqual({ code: "invalid_response", reason: "used before" });
  });
});

test("a refusal is recorded with its network and its reason, and logged", async () => {
  await answerTo(await logoutToken({ aud: "another" }));
  await answerTo(await logoutToken({ jti: "" }), { address: undefined });
  await answerTo(await logoutToken({ exp: nowSeconds - 120 }));
  expect(sso.seen.refusals.map(({ key }) => key)).toEqual([
    "logout 192.0.2.7 of no provider here",
    "logout unknown not a logout token",
    "logout 192.0.2.7 ERR_JWT_EXPIRED",
  ]);
  expect(sso.seen.refusals[0]?.event).toEqual({
    actor: { kind: "anonymous" },
    requestID: "r-1",
    address: "192.0.2.7",
    userAgent: "Firefox",
    action: "access.denied",
    outcome: "denied",
    target: { kind: "route", id: "POST /api/sso/backchannel-logout" },
    after: { code: "invalid_response", reason: "of no provider here" },
  });
  expect(sso.seen.logged).toMatchObject([{ level: "warn", fields: { problem: "invalid_response" } }, {}, {}]);
});

test("a signature by another kind of key is checked too", async () => {
  expect(await answerTo(await logoutToken({}, { alg: "ES256", kid: "curve" }, curve.privateKey))).toBeNull();
});

test.each<[string, () => Response | Promise<Response>]>([
  ["an error", () => new Response("down", { status: 503 })],
  ["a page", () => new Response("<p>")],
  ["nothing in time", () => Promise.reject(new DOMException("too long", "TimeoutError"))],
  ["no connection", () => Promise.reject(new TypeError("fetch failed"))],
])(
  "if %s answers instead of the provider's keys, the answer asks the provider to send the token again",
  async (_, answer) => {
    keysAnswer = answer;
    expect(await answerTo(await logoutToken())).toBe("sso_unavailable");
    expect(sso.seen.refusals).toMatchObject([{ event: { after: { code: "provider_unavailable", reason: "keys" } } }]);
  },
);

test("if the provider publishes no keys, the answer asks the provider to send the token again", async () => {
  delete metadata.jwks_uri;
  expect(await answerTo(await logoutToken())).toBe("sso_unavailable");
});

test("an error of the store is not a refusal", async () => {
  sso.services.store.sso.endSessions = () => Promise.reject(new Error("the store is down"));
  expect(await answerTo(await logoutToken())).toEqual(new Error("the store is down"));
  expect(sso.seen.refusals).toEqual([]);
});

describe("logout tokens if every tenant has its own issuer", () => {
  const of = (tenant: string) => `https://id.example/${tenant}/v2.0`;
  beforeEach(() => {
    metadata.issuer = of("{tenantid}");
    open([ssoEnv({ issuer: of("{tenantid}"), allowedTenants: ["t-1"] })]);
  });

  test.each<[unknown, string, string | null]>([
    ["t-1", of("t-1"), null],
    ["t-1", of("t-2"), "invalid_request"],
    ["t-2", of("t-2"), "invalid_request"],
    [1, of("1"), "invalid_request"],
  ])("a token of the tenant %j by %s gets the answer %s", async (tid, iss, expected) => {
    expect(await answerTo(await logoutToken({ tid, iss }))).toBe(expected);
  });
});

test("of several providers, the provider that the token names is used", async () => {
  open([ssoEnv({ name: "first", issuer, clientID: "another" }), ssoEnv({ name: "second", issuer })]);
  expect(await answerTo(await logoutToken())).toBeNull();
  expect(sso.seen.orders).toMatchObject([{ event: { after: { provider: "second" } } }]);
});
