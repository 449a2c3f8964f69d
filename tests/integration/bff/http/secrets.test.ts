import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { keyPrefix } from "#lib/contract/access/clients.ts";
import type { StaffLinkAnswer } from "#lib/contract/access/staff.ts";
import type { RecoveryCodesAnswer, TotpStart } from "#lib/contract/console/factors.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { createSessionCookie } from "#server/bff/access/sessions/session-cookie.ts";
import { routes } from "#server/bff/rooms.ts";
import { canaries, startFaultyApi } from "#tests/fixtures/api/faulty-api.ts";
import { type CanarySearch, createCanarySearch } from "#tests/fixtures/canaries/canary-search.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";
import { quirksClient, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoConsole } from "#tests/fixtures/sso/sso-console.ts";

const pushSecret = "canary-push-secret-52a9c4d17be08f36";
const auditChainKey = "m4Tq9XzB2vLk7RwY1cNd6HsP3fJg8K05";
const notificationSecret = "whsec_bTV6UTlSdDJYdzdMazRQbjFIYzZKYjg=";
const admin = "ada@test.example";

/** Starts a receiver for pushed events. The test searches everything that it receives. */
async function startPushReceiver(search: CanarySearch, received: string[]): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    search.left("the audit push", `${JSON.stringify(request.headers)} ${body}`);
    received.push(body);
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`;
}

type Send = (method: string, path: string, cookie?: string, body?: unknown) => Promise<Response>;

/**
 * Sets up second factors, and tries right and wrong factors. Does not search the three answers that show a secret to
 * the person it belongs to.
 */
async function useFactors(search: CanarySearch, console: TestBff, send: Send, cookie: string): Promise<void> {
  const show = (path: string, given: object) => console.send("POST", path, given);
  const challenge = await show("/api/session/passkey/options", {});
  search.secret("passkey challenge", (await challenge.json()).options.challenge);
  const sealed = challenge.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  search.secret("cookie of a passkey challenge", sealed.slice(sealed.indexOf("=") + 1));
  await send("POST", "/api/session/passkey", sealed, { passkey: {} });
  const started = (await (await show("/api/me/totp", { cookie })).json()) as TotpStart;
  const wrong = await send("POST", "/api/me/totp/confirm", cookie, { code: "000000" });
  expect(wrong.status).toBe(400);
  const body = { code: codeAt(started.secret, Date.now()) };
  const confirmed = await show("/api/me/totp/confirm", { cookie, body });
  const { recoveryCodes = [] } = (await confirmed.json()) as RecoveryCodesAnswer;
  const owned = (confirmed.headers.getSetCookie()[0] ?? "").split(";", 1)[0] ?? "";
  search.secret("key of an authenticator app", started.secret);
  for (const [index, code] of recoveryCodes.entries()) {
    search.secret(`recovery code ${index}`, code);
    search.secret(`recovery code ${index} without hyphens`, code.replaceAll("-", ""));
  }
  const [used] = recoveryCodes;
  const signIn = (code: string | undefined) =>
    send("POST", "/api/session", undefined, { email: admin, password: testPassword, code });
  expect((await signIn(used)).status).toBe(204);
  expect((await signIn(used)).status).toBe(401);
  await send("POST", "/api/session/step-up", owned, { code: recoveryCodes[1] });
  await send("GET", "/api/me/factors", owned);
  expect((await send("DELETE", "/api/me/totp", owned)).status).toBe(204);
}

/**
 * Creates an API key, uses it, sends it in wrong places, and revokes it. One answer must show the key, so this answer
 * is not searched.
 */
async function useClient(search: CanarySearch, console: TestBff, send: Send, cookie: string): Promise<void> {
  const { client, key } = await createTestClient(console, cookie, { name: "Nightly export" });
  search.secret("key of an API client", key);
  search.secret("key of an API client without its prefix", key.slice(keyPrefix.length));
  const withKey = async (method: string, path: string, headers: HeadersInit = {}) =>
    search.answer(`${method} ${path} with a key`, await sendWithKey(console, key, method, path, { headers }));
  await withKey("GET", "/api/sandbox/customers");
  await withKey("GET", "/api/sandbox/operations/export");
  await withKey("POST", "/api/sandbox/probe");
  await withKey("GET", "/api/sandbox/customers", { cookie });
  await send("GET", `/api/sandbox/operations/${key}`, cookie);
  await send("GET", "/api/clients", cookie);
  await send("PATCH", `/api/clients/${client.clientID}`, cookie, { name: "Hourly export" });
  expect((await send("DELETE", `/api/clients/${client.clientID}`, cookie)).status).toBe(204);
  await withKey("GET", "/api/sandbox/customers");
}

/**
 * Uses every feature of a console, and searches everything that leaves it. At the end, the test also searches the
 * store. For a new kind of secret: register it with `search.secret`, and create, use and refuse it here.
 */
async function useEverything(search: CanarySearch, dialect: "sqlite" | "postgres") {
  const [api, provider] = await Promise.all([startFaultyApi(), startQuirksProvider()]);
  onTestFinished(async () => {
    await Promise.all([api.close(), provider.close()]);
  });
  const { mails, variables: mailVariables, close: closeMail } = await startMailServer();
  onTestFinished(closeMail);
  const pushed: string[] = [];
  const console = await createSsoConsole(
    provider,
    { DEFAULT_ROLE: "administrator", TRUST_EMAIL: "true" },
    {
      baseUrl: api.origin,
      dialect,
      staff: [{ email: admin, role: "administrator" }],
      variables: {
        PROVISIONING_PRODUCTION_KEY_ID: canaries.keyID,
        PROVISIONING_PRODUCTION_SECRET: canaries.secret,
        SESSION_SECRET: canaries.sessionSecret,
        AUDIT_PUSH_URL: await startPushReceiver(search, pushed),
        AUDIT_PUSH_SECRET: pushSecret,
        AUDIT_CHAIN_KEY: auditChainKey,
        NOTIFICATION_URL: await startPushReceiver(search, pushed),
        NOTIFICATION_SECRET: notificationSecret,
        ...mailVariables,
      },
    },
  );
  onTestFinished(() => console.close());
  for (const name of ["keyID", "secret", "token", "sessionSecret"] as const) search.secret(name, canaries[name]);
  search.secret("client secret of single sign-on", quirksClient.secret);
  search.secret("secret of the audit push", pushSecret);
  search.secret("key of the audit log", auditChainKey);
  search.secret("secret of the notification endpoint", notificationSecret);

  const own = createSessionCookie({ secrets: [canaries.sessionSecret], secure: false, clock: systemClock });
  /** Registers the value of a cookie, and the session ID that the cookie contains in encrypted form. */
  const keepCookie = async (who: string, cookie: string) => {
    search.secret(`cookie of ${who}`, cookie.slice(cookie.indexOf("=") + 1));
    const opened = await own.read(cookie);
    if (opened !== null) search.secret(`session ID of ${who}`, opened.sessionID);
    return cookie;
  };
  const password = (who: string, value: string) => {
    search.secret(`password of ${who}`, value);
    return value;
  };
  const send = async (method: string, path: string, cookie?: string, body?: unknown) => {
    const response = await console.send(method, path, { cookie, ...(body !== undefined && { body }) });
    const kept = response.clone();
    await search.answer(`${method} ${path}`, response);
    return kept;
  };
  const signIn = async (email: string, given: string) => {
    const response = await send("POST", "/api/session", undefined, { email, password: given });
    const cookies = response.headers.getSetCookie().map((header) => header.split(";", 1)[0] ?? "");
    for (const [index, cookie] of cookies.entries()) await keepCookie(`${email}, ${index}`, cookie);
    return cookies[0] ?? "";
  };

  // Makes failed sign-ins. In one of them, the password is in the field for the email address.
  await send("POST", "/api/session", undefined, {
    email: admin,
    password: password("a wrong attempt", "canary-wrong-11"),
  });
  await send("POST", "/api/session", undefined, {
    email: password("a wrong field", "canary-typed-in-the-wrong-field"),
    password: "something else",
  });
  const ada = await signIn(admin, password("the administrator", testPassword));

  // The administrator sees the link once, and the person gets it by email. The link must not appear anywhere else.
  const inviteThen = async (path: string, body?: unknown) => {
    const response = await console.send("POST", path, { cookie: ada, ...(body !== undefined && { body }) });
    const { staff, invitation } = (await response.json()) as StaffLinkAnswer;
    const token = invitation.url.split("/").at(-1) ?? "";
    search.secret(`token of ${path}`, token);
    search.left(`POST ${path}`, JSON.stringify({ staff, ...invitation, url: invitation.url.replace(token, "") }));
    search.left(`the mail of ${path}`, (mails.at(-1) ?? "").replace(token, ""));
    return { staff, token };
  };
  const nina = { email: "nina@test.example", name: "Nina", role: "editor", environments: ["sandbox"] };
  const { staff, token } = await inviteThen("/api/staff", nina);
  await send("POST", `/api/invitations/${token}`, undefined, { password: "short" });
  await send("POST", `/api/invitations/${token}`, undefined, {
    password: password("the invited", "canary green bottles"),
  });
  await send("POST", `/api/invitations/${token}`, undefined, { password: "seven green bottles" });
  const ninas = await signIn(nina.email, "canary green bottles");
  await send("POST", "/api/me/password", ninas, {
    currentPassword: "canary green bottles",
    newPassword: password("the changed", "canary mild winters"),
  });
  await send("POST", "/api/session/step-up", ada, { password: password("a wrong step-up", "canary-wrong-step-up") });
  await send("POST", "/api/session/step-up", ada, { password: testPassword });
  await inviteThen(`/api/staff/${staff.staffID}/reset`);

  await useClient(search, console, send, ada);
  await useFactors(search, console, send, ada);

  const back = await console.comeBack({
    subject: "kim",
    idToken: { email: "kim@test.example", email_verified: true, name: "Kim" },
  });
  search.left(
    "the way back from the provider",
    JSON.stringify([...back.response.headers].filter(([name]) => name !== "set-cookie")),
  );
  const kims = await keepCookie("single sign-on", back.cookie ?? "");
  const { location, roundCookie } = await console.start("return=/sandbox");
  await keepCookie("a round to the provider", roundCookie);
  search.left("the way to the provider", location);

  // Sends a request to every read route as an administrator. These routes include lists, exports and pages of the audit
  // log.
  for (const { method, path } of routes) {
    if (method !== "GET" || path.startsWith("/api/sso")) continue;
    const address = path
      .replace(":environment", "production")
      .replace(/:(\w+)/g, "c0ffee00-0000-4000-8000-000000000001");
    for (const query of ["", "?format=csv", "?format=ndjson", "?unknown=1"]) await send("GET", address + query, kims);
  }
  await send("GET", "/api/audit?limit=1000", kims);
  await send("DELETE", "/api/session", kims);
  await expect.poll(() => pushed.join("")).toContain('"sign-out"');
  return { console, mails, pushed };
}

const what =
  "no key, secret, token, password, link, cookie or session ID leaves the process or is stored in clear text";

test.each(testDialects)(`${what} with a store on %s`, async (dialect) => {
  const search = createCanarySearch();
  const { console, mails } = await useEverything(search, dialect);
  search.left("the log", console.logLines.join("\n"));
  await search.store(console.databaseUrl);
  const { secrets, leaks } = search.result();
  expect(leaks).toEqual([]);
  // Checks that the search knew the right secrets, and that it searched the right places.
  expect(mails).toHaveLength(2);
  expect(secrets).toContain("session ID of nina@test.example, 0");
  expect(secrets).toContain("session ID of single sign-on");
  expect(secrets).toContain("key of an authenticator app");
  expect(secrets).toContain("recovery code 9");
  expect(secrets).toContain("key of an API client");
  expect(search.saw(/with a key$/, "invalid_key")).toBe(true);
  expect(search.saw(/^the store/, "Hourly export")).toBe(true);
  for (const where of [
    /^the store/,
    /^the audit push/,
    /^GET \/api\/audit\/export/,
    /^the mail/,
    /^GET \/api\/staff/,
  ]) {
    expect([where, search.saw(where, "nina@test.example")]).toEqual([where, true]);
  }
  expect(search.saw(/^the log/, "/api/session")).toBe(true);
});

test("the search finds a secret in each format and place", async () => {
  const search = createCanarySearch();
  search.secret("word", 'canary "word" 1');
  search.left("an address", encodeURIComponent('canary "word" 1'));
  search.left("a log line", JSON.stringify({ a: 'canary "word" 1' }));
  search.left("a header", Buffer.from('canary "word" 1').toString("base64"));
  search.left("elsewhere", "canary");
  await search.answer("an answer", new Response('canary "word" 1'));
  expect(search.result().leaks.map(({ where }) => where)).toEqual([
    "an address",
    "a log line",
    "a header",
    "an answer",
  ]);
  expect(() => search.secret("nothing", "")).toThrow("too short");
});
