import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Grant, type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoHandlers, person, ssoEnv } from "#tests/fixtures/sso/sso-handlers.ts";

let provider: QuirksProvider;
let sso: ReturnType<typeof createSsoHandlers>;
/** Answers that replace the provider's own answers. The key is the end of the URL. */
let faults: Record<string, () => Response | Promise<Response>>;

beforeAll(async () => {
  provider = await startQuirksProvider();
});
beforeEach(() => {
  faults = {};
  const faulty = (url: string, options: object) => {
    const name = Object.keys(faults).find((end) => url.endsWith(end));
    return name === undefined ? fetch(url, options) : faults[name]?.();
  };
  sso = createSsoHandlers([ssoEnv({ issuer: provider.issuer })], { fetch: faulty });
  sso.state.people.set(`${provider.issuer} kim`, person());
});
afterAll(() => provider.close());

const kim = (own: Record<string, unknown> = {}): Grant => ({
  subject: "kim",
  idToken: { email: "kim@company.example", roles: ["editor"], ...own },
});
const nowSeconds = () => Math.floor(Date.now() / 1_000);

async function problemOf(grant: Grant, input = {}) {
  const { location } = await sso.comeBack(provider, grant, { input });
  return new URL(location, "http://any").searchParams.get("problem");
}

test("an ID token of this provider, for this client and this sign-in, is accepted", async () => {
  expect(await problemOf(kim())).toBeNull();
});

test.each<[string, Grant, object?]>([
  ["another key", { ...kim(), foreignKey: true }],
  ["another issuer", kim({ iss: "https://evil.example" })],
  ["another client", kim({ aud: "another" })],
  ["another round", kim({ nonce: "another" })],
  ["no round", kim({ nonce: undefined })],
  ["yesterday", kim({ iat: nowSeconds() - 86_400, exp: nowSeconds() - 86_000 })],
  ["no person", kim({ sub: undefined })],
  ["another provider's answer", kim(), { iss: "https://evil.example" }],
  ["a made-up code", kim(), { code: "made-up" }],
  ["no code", kim(), { code: undefined }],
])("an answer with %s is refused", async (_, grant, input) => {
  expect(await problemOf(grant, input)).toBe("invalid_response");
  expect(sso.seen.begun).toEqual([]);
  expect(sso.seen.logged.at(-1)?.fields).toMatchObject({ problem: "invalid_response", error: {} });
});

test("an answer without an ID token is refused", async () => {
  faults["/token"] = () => Response.json({ access_token: "a", token_type: "Bearer" });
  expect(await problemOf(kim())).toBe("invalid_response");
});

describe("a provider that returns an error", () => {
  test.each([
    ["access_denied", "cancelled"],
    ["login_required", "cancelled"],
    ["interaction_required", "cancelled"],
    ["consent_required", "cancelled"],
    ["account_selection_required", "cancelled"],
    ["server_error", "provider_unavailable"],
    ["temporarily_unavailable", "provider_unavailable"],
    ["invalid_scope", "invalid_response"],
    ["", "invalid_response"],
  ])("the error %j is refused as %s", async (error, problem) => {
    expect(await problemOf(kim(), { error })).toBe(problem);
    expect(sso.seen.refusals).toMatchObject([{ event: { after: { error } } }]);
  });

  test("an error that is too long is recorded in short", async () => {
    await problemOf(kim(), { error: "e".repeat(5_000) });
    expect(sso.seen.refusals).toMatchObject([{ event: { after: { error: "e".repeat(100) } } }]);
  });
});

const json = { "content-type": "application/json" };
const broken = (name: string) => () => Promise.reject(new DOMException("broken", name));
const answers: [string, () => Response | Promise<Response>, string][] = [
  ["no connection", () => Promise.reject(new TypeError("fetch failed")), "provider_unavailable"],
  ["a time limit", broken("TimeoutError"), "provider_unavailable"],
  ["an end", broken("AbortError"), "provider_unavailable"],
  ["503", () => new Response("down", { status: 503 }), "provider_unavailable"],
  ["a page", () => new Response("<p>", { headers: { "content-type": "text/html" } }), "provider_unavailable"],
  ["half an answer", () => new Response('{"a":', { headers: json }), "provider_unavailable"],
  ["an error of the console", () => Promise.reject(new RangeError("ours")), "invalid_response"],
];

test.each(answers)(
  "if the provider answers %s to a code, the problem has the right name",
  async (_, answer, problem) => {
    faults["/token"] = answer;
    expect(await problemOf(kim())).toBe(problem);
  },
);

test.each(answers)(
  "if the provider answers %s to a userinfo request, the problem has the right name",
  async (_, answer, problem) => {
    faults["/userinfo"] = answer;
    expect(await problemOf(kim({ roles: undefined }))).toBe(problem);
  },
);

test("userinfo of another person is refused", async () => {
  faults["/userinfo"] = () => Response.json({ sub: "lee", roles: ["administrator"] });
  expect(await problemOf(kim({ roles: undefined }))).toBe("invalid_response");
});
