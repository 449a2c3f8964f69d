import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { clientCredentialsGrant } from "openid-client";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { SsoRefusal } from "#server/bff/access/sso/sso-refusal.ts";
import { createSsoHandlers, ssoEnv } from "#tests/fixtures/sso/sso-handlers.ts";

const issuer = "https://id.example";
let asked: { url: string; headers: Headers; body: string }[];
let metadata: Record<string, unknown>;
let status: number;

beforeEach(() => {
  asked = [];
  status = 200;
  metadata = { issuer, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys`, authorization_endpoint: issuer };
});

async function fetch(url: string, { headers, body }: { headers?: HeadersInit; body?: BodyInit | null }) {
  asked.push({ url: String(url), headers: new Headers(headers), body: String(body ?? "") });
  const answer = String(url).endsWith("/keys") ? { keys: [] } : metadata;
  return Response.json(answer, { status });
}

const create = (own = {}) => createSsoHandlers([ssoEnv({ issuer, ...own })], { fetch });
const discoveries = () => asked.filter(({ url }) => url.includes("/.well-known/")).length;
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof SsoRefusal ? error.problem : error),
  );

let sso: ReturnType<typeof create>;
beforeEach(() => {
  sso = create();
});
afterEach(() => sso.ssoProviders.close());

const first = (of = sso) => of.ssoProviders.all()[0] as NonNullable<ReturnType<typeof of.ssoProviders.find>>;

test("providers are found by name; a single provider is also found without a name", () => {
  expect(sso.ssoProviders.find("test")).toBe(first());
  expect(sso.ssoProviders.find(undefined)).toBe(first());
  expect(sso.ssoProviders.find("other")).toBeUndefined();
  const two = createSsoHandlers([ssoEnv(), ssoEnv({ name: "other", label: "Other" })], { fetch }).ssoProviders;
  expect(two.find(undefined)).toBeUndefined();
  expect(two.find("other")?.env.label).toBe("Other");
  expect(two.choices()).toEqual([
    { name: "test", label: "Test" },
    { name: "other", label: "Other" },
  ]);
});

test("a provider's description is requested once an hour, even by many simultaneous requests", async () => {
  const configurations = await Promise.all([first().configuration(), first().configuration()]);
  expect(configurations[0]).toBe(configurations[1]);
  sso.state.monotonicMs += 60 * 60_000 - 1;
  expect(await first().configuration()).toBe(configurations[0]);
  expect(discoveries()).toBe(1);
  sso.state.monotonicMs += 1;
  expect(await first().configuration()).not.toBe(configurations[0]);
  expect(discoveries()).toBe(2);
});

test("a provider that stops answering is used with its last description, and requested again", async () => {
  const known = await first().configuration();
  status = 503;
  sso.state.monotonicMs += 60 * 60_000;
  expect(await first().configuration()).toBe(known);
  expect(await first().configuration()).toBe(known);
  expect(discoveries()).toBe(3);
  expect(sso.seen.logged).toMatchObject([{ level: "warn", fields: { provider: "test" } }, { level: "warn" }]);
});

test("a provider that has never answered is refused, and tried again at the next request", async () => {
  status = 503;
  expect(await refusalOf(first().configuration())).toBe("provider_unavailable");
  status = 200;
  expect(await refusalOf(first().configuration())).toBeNull();
});

test("a provider that names another issuer is not used", async () => {
  metadata.issuer = "https://evil.example";
  expect(await refusalOf(first().configuration())).toBe("provider_unavailable");
});

test("only a provider on this machine is called without TLS", async () => {
  sso = create({ issuer: "http://id.example" });
  expect(await refusalOf(first().configuration())).toBe("provider_unavailable");
  expect(asked).toEqual([]);
  const local = "http://127.0.0.1:1";
  Object.assign(metadata, { issuer: local, token_endpoint: `${local}/token`, jwks_uri: `${local}/keys` });
  sso = create({ issuer: local });
  expect(await refusalOf(first().configuration())).toBeNull();
});

test("an answer without an end is read only up to one megabyte", async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...metadata, surplus: "x".repeat(2 * 1024 * 1024) }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(metadata, { issuer: local, token_endpoint: `${local}/token` });
  sso = createSsoHandlers([ssoEnv({ issuer: local })]);
  expect(await refusalOf(first().configuration())).toBe("provider_unavailable");
  expect(JSON.stringify(sso.seen.logged)).toContain("UND_ERR_RES_EXCEEDED_MAX_SIZE");
});

test("the keys of a provider are cached as one set, until their URL changes", async () => {
  const keys = await first().keys();
  expect(await first().keys()).toBe(keys);
  metadata.jwks_uri = `${issuer}/moved/keys`;
  sso.state.monotonicMs += 60 * 60_000;
  const moved = await first().keys();
  expect(moved).not.toBe(keys);
  await expect(moved({ alg: "RS256" }, { payload: "", signature: "" })).rejects.toThrow();
  expect(asked.at(-1)?.url).toBe(`${issuer}/moved/keys`);
});

test("a provider that names no keys is refused", async () => {
  delete metadata.jwks_uri;
  expect(await refusalOf(first().keys())).toBe("provider_unavailable");
});

/**
 * Requests a token. Returns where the request contains the client's secret. `methods` are the methods that the provider
 * supports.
 */
async function exchange(methods: string[] | undefined) {
  if (methods) metadata.token_endpoint_auth_methods_supported = methods;
  const configuration = await first().configuration();
  await clientCredentialsGrant(configuration).catch(() => {});
  const { headers, body } = asked.at(-1) as (typeof asked)[0];
  return { basic: headers.get("authorization") !== null, inBody: new URLSearchParams(body).has("client_secret") };
}

test.each([
  [undefined, { basic: true, inBody: false }],
  [["client_secret_basic"], { basic: true, inBody: false }],
  [["private_key_jwt"], { basic: true, inBody: false }],
  [["client_secret_basic", "client_secret_post"], { basic: false, inBody: true }],
])("a provider gets the secret by the method that it supports: %j", async (methods, expected) => {
  expect(await exchange(methods)).toEqual(expected);
});
