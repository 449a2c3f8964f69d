import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { maxChallengeMs } from "#server/bff/access/factors/passkeys/challenge-cookie.ts";
import { createTestClock, testOrigin, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFactorConsole, type FactorConsole } from "#tests/fixtures/factors/factor-console.ts";
import { createSoftwarePasskey, type SoftwarePasskey, type Wrong } from "#tests/fixtures/factors/software-passkey.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";
import { providerVariables } from "#tests/fixtures/sso/sso-console.ts";

const ada = "ada@test.example";

/** Returns the Cookie header that a browser would send after this answer. */
function jar(before: string | undefined, response: Response): string {
  const pairs = new Map((before ?? "").split("; ").map((pair) => [pair.split("=", 1)[0] ?? "", pair]));
  for (const header of response.headers.getSetCookie()) {
    const pair = header.split(";", 1)[0] ?? "";
    const name = pair.split("=", 1)[0] ?? "";
    if (pair.endsWith("=")) pairs.delete(name);
    else pairs.set(name, pair);
  }
  return [...pairs.values()].filter((pair) => pair !== "").join("; ");
}

describe.each(testDialects.map((dialect) => ({ dialect })))("passkeys on $dialect", ({ dialect }) => {
  let clock: ReturnType<typeof createTestClock>;
  let console: FactorConsole;
  let passkey: SoftwarePasskey;

  beforeEach(async () => {
    clock = createTestClock();
    passkey = createSoftwarePasskey(testOrigin);
    console = await createFactorConsole({
      clock,
      dialect,
      // A provider must be configured. Otherwise the policy could not require single sign-on. The tests never call it.
      variables: { PUBLIC_ORIGIN: testOrigin, OIDC_PROVIDERS: "test", ...providerVariables("https://id.test.example") },
      staff: [
        { email: ada, role: "administrator" },
        { email: "ben@test.example", role: "administrator" },
      ],
    });
  });

  afterEach(() => console.close());

  async function optionsOf(path: string, cookie?: string) {
    const response = await console.send("POST", path, { cookie });
    const { options } = await response.json();
    return { options, cookie: jar(cookie, response) };
  }

  async function register(signedIn: string, wrong: Wrong = {}, made = passkey) {
    const { options, cookie } = await optionsOf("/api/me/passkeys/options", signedIn);
    const body = { name: "Laptop", passkey: made.create(options, wrong) };
    const response = await console.send("POST", "/api/me/passkeys", { cookie, body });
    return { response, options, cookie: jar(cookie, response), body };
  }

  /** Signs in with a passkey. The browser has no session yet. */
  async function signInBy(made: SoftwarePasskey, wrong: Wrong = {}) {
    const { options, cookie } = await optionsOf("/api/session/passkey/options");
    const body = { passkey: made.use(options, wrong) };
    const response = await console.send("POST", "/api/session/passkey", { cookie, body });
    return { response, body, before: cookie, cookie: jar(cookie, response) };
  }

  test("a passkey signs its person in without an e-mail address, and counts as both factors", async () => {
    const { response, options, cookie } = await register(await console.signIn(ada));
    expect(response.status).toBe(201);
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const { passkey: kept, recoveryCodes } = await response.json();
    expect(kept).toMatchObject({ name: "Laptop", isSynced: false });
    expect(recoveryCodes).toHaveLength(10);
    const signedIn = await signInBy(passkey);
    expect(signedIn.response.status).toBe(204);
    const session = await (await console.send("GET", "/api/session", { cookie: signedIn.cookie })).json();
    expect(session).toMatchObject({ staff: { email: ada }, confirmedUntil: expect.any(String) });
    const own = await (await console.send("GET", "/api/me/factors", { cookie })).json();
    expect(own.passkeys).toMatchObject([{ name: "Laptop", lastUsedAt: new Date(clock.now()).toISOString() }]);
    expect(await (await console.signInWith(ada, testPassword)).json()).toMatchObject({
      code: "second_factor_required",
      methods: ["passkey", "recovery-code"],
    });
    const events = (await readAudit(console.databaseUrl)).map(({ action, after }) => [action, after]);
    expect(events).toContainEqual(["factor.added", { factor: "passkey", name: "Laptop" }]);
    expect(events).toContainEqual(["sign-in", { method: "passkey" }]);
  });

  test.each<[string, Wrong]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["for another host", { rpID: "evil.example" }],
    ["without PIN or fingerprint", { unverified: true }],
  ])("a new passkey %s is refused", async (_what, wrong) => {
    const { response } = await register(await console.signIn(ada), wrong);
    expect(response.status).toBe(409);
    expect((await console.signInWith(ada, testPassword)).status).toBe(204);
  });

  test("a sign-in without a valid proof of the passkey is refused and audited, for every kind of error", async () => {
    await register(await console.signIn(ada));
    expect((await signInBy(passkey)).response.status).toBe(204);
    const wrongs: Wrong[] = [
      { origin: "https://evil.example" },
      { rpID: "evil.example" },
      { unverified: true },
      { foreignKey: true },
      { userHandle: Buffer.from("somebody else").toString("base64url") },
      // The counter is not higher than before, so the passkey may be a copy.
      { counter: 1 },
    ];
    const unknown = createSoftwarePasskey(testOrigin);
    const answers = [];
    for (const wrong of wrongs) answers.push((await signInBy(passkey, wrong)).response);
    answers.push((await signInBy(unknown)).response);
    const bodies = await Promise.all(answers.map(async (answer) => ({ ...(await answer.json()), requestID: "" })));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(401));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ code: "sign_in_failed" });
    expect((await signInBy(passkey)).response.status).toBe(204);
    const failed = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "sign-in.failed");
    expect(failed).toMatchObject([{ after: { method: "passkey" } }]);
  });

  test("a challenge works once, for five minutes, and only in its browser and for its purpose", async () => {
    const registered = await register(await console.signIn(ada));
    const first = await signInBy(passkey);
    const send = (cookie: string | undefined, body: unknown, path = "/api/session/passkey") =>
      console.send("POST", path, { cookie, body });
    // An answer can be sent only once, and each challenge accepts only one answer.
    expect((await send(first.before, first.body)).status).toBe(409);
    const { options, cookie } = await optionsOf("/api/session/passkey/options");
    const body = { passkey: passkey.use(options) };
    expect((await send(undefined, body)).status).toBe(409);
    expect((await send((await optionsOf("/api/session/passkey/options")).cookie, body)).status).toBe(401);
    const stepUp = await send(`${cookie}; ${registered.cookie}`, body, "/api/session/step-up");
    expect(stepUp.status).toBe(409);
    const both = await Promise.all([send(cookie, body), send(cookie, body), send(cookie, body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    const late = await optionsOf("/api/session/passkey/options");
    clock.advance(maxChallengeMs);
    expect((await send(late.cookie, { passkey: passkey.use(late.options) })).status).toBe(409);
    // One session requests the options for a new passkey, and another session sends the passkey.
    const asked = await optionsOf("/api/me/passkeys/options", registered.cookie);
    const ben = await console.signIn("ben@test.example");
    const challenge = asked.cookie.split("; ").find((pair) => pair.startsWith("switchboard-passkey="));
    const made = { name: "Mine", passkey: createSoftwarePasskey(testOrigin).create(asked.options) };
    expect((await send(`${ben}; ${challenge}`, made, "/api/me/passkeys")).status).toBe(409);
  });

  test("a passkey does not bypass required single sign-on", async () => {
    await register(await console.signIn(ada));
    const cookie = await console.signIn("ben@test.example");
    expect((await signInBy(passkey)).response.status).toBe(204);
    const { policy, candidates } = await (await console.send("GET", "/api/policy", { cookie })).json();
    const ben = candidates.find(({ email }: { email: string }) => email === "ben@test.example");
    const body = { ...policy, ssoRequired: true, breakGlassStaffID: ben.staffID };
    expect((await console.send("PUT", "/api/policy", { cookie, body })).status).toBe(200);
    const refused = (await signInBy(passkey)).response;
    expect([refused.status, (await refused.json()).code]).toEqual([403, "sso_required"]);
    const failed = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "sign-in.failed");
    expect(failed).toMatchObject([{ after: { code: "sso_required", method: "passkey" } }]);
  });

  test("a person's own passkey proves their identity, and another person's passkey does not", async () => {
    const { cookie } = await register(await console.signIn(ada));
    const bens = createSoftwarePasskey(testOrigin);
    await register(await console.signIn("ben@test.example"), {}, bens);
    clock.advance(recentFactorMs);
    const dangerous = () => console.send("POST", "/api/me/recovery-codes", { cookie });
    expect(await (await dangerous()).json()).toMatchObject({ code: "step_up_required", methods: ["passkey"] });
    const stepUpBy = async (made: SoftwarePasskey) => {
      const asked = await optionsOf("/api/session/step-up/options", cookie);
      expect(asked.options.allowCredentials).toHaveLength(1);
      const body = { passkey: made.use(asked.options) };
      return (await console.send("POST", "/api/session/step-up", { cookie: asked.cookie, body })).status;
    };
    expect(await stepUpBy(bens)).toBe(403);
    expect((await dangerous()).status).toBe(403);
    expect(await stepUpBy(passkey)).toBe(204);
    expect((await dangerous()).status).toBe(200);
  });

  test("only its person can rename or remove a passkey, and a disabled person's passkey gives no access", async () => {
    const { response, cookie } = await register(await console.signIn(ada));
    const { passkey: kept } = await response.json();
    const path = `/api/me/passkeys/${kept.passkeyID}`;
    const ben = await console.signIn("ben@test.example");
    const body = { name: "Old laptop" };
    expect((await console.send("PATCH", path, { cookie: ben, body })).status).toBe(404);
    expect((await console.send("DELETE", path, { cookie: ben })).status).toBe(404);
    expect((await console.send("PATCH", path, { cookie, body })).status).toBe(204);
    const { staff } = await (await console.send("GET", "/api/staff", { cookie: ben })).json();
    expect(staff[0]).toMatchObject({ email: ada, methods: ["password", "passkey"] });
    const setState = (state: string) =>
      console.send("PATCH", `/api/staff/${staff[0].staffID}`, { cookie: ben, body: { state } });
    await setState("disabled");
    expect((await signInBy(passkey)).response.status).toBe(401);
    await setState("active");
    const again = await signInBy(passkey);
    const removed = await console.send("DELETE", path, { cookie: again.cookie });
    expect(removed.status).toBe(204);
    expect((await signInBy(passkey)).response.status).toBe(401);
    expect((await console.signInWith(ada, testPassword)).status).toBe(204);
    const actions = (await readAudit(console.databaseUrl)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["factor.renamed", "factor.removed"]));
  });
});
