import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OwnFactors, TotpStart } from "#lib/contract/console/factors.ts";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { cookieOf, createTestBff, createTestClock, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { codeAt, createFactorConsole, type FactorConsole } from "#tests/fixtures/factors/factor-console.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const ada = "ada@test.example";
const stepMs = 30_000;

const answerOf = async (response: Response) => [response.status, await response.json().catch(() => null)];

describe.each(testDialects.map((dialect) => ({ dialect })))("an authenticator app on $dialect", ({ dialect }) => {
  let clock: ReturnType<typeof createTestClock>;
  let console: FactorConsole;

  beforeEach(async () => {
    clock = createTestClock();
    console = await createFactorConsole({
      clock,
      dialect,
      staff: [
        { email: ada, role: "administrator" },
        { email: "ben@test.example", role: "administrator" },
      ],
    });
  });

  afterEach(() => console.close());

  const factorsOf = async (cookie: string) =>
    (await (await console.send("GET", "/api/me/factors", { cookie })).json()) as OwnFactors;
  const actionsOf = async () => (await readAudit(console.databaseUrl)).map(({ action, outcome }) => [action, outcome]);

  test("the app is active once a code has confirmed it; this renews the session and ends every other session", async () => {
    const cookie = await console.signIn(ada);
    const elsewhere = await console.signIn(ada);
    const started = (await (await console.send("POST", "/api/me/totp", { cookie })).json()) as TotpStart;
    expect(started.uri).toContain(
      `otpauth://totp/Switchboard:ada%40test.example?issuer=Switchboard&secret=${started.secret}`,
    );
    const confirm = (code: string) => console.send("POST", "/api/me/totp/confirm", { cookie, body: { code } });
    const right = codeAt(started.secret, clock.now());
    const wrong = right === "000000" ? "000001" : "000000";
    expect(await answerOf(await confirm(wrong))).toMatchObject([400, { errors: [{ field: "code" }] }]);
    expect((await factorsOf(cookie)).totp).toBeUndefined();
    expect((await console.signInWith(ada, testPassword)).status).toBe(204);
    const confirmed = await confirm(right);
    const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    const renewed = cookieOf(confirmed);
    expect(await factorsOf(renewed)).toMatchObject({ totp: {}, passkeys: [], recoveryCodes: { remaining: 10 } });
    expect([await console.statusOf(cookie), await console.statusOf(elsewhere)]).toEqual([401, 401]);
    expect((await console.send("POST", "/api/me/totp", { cookie: renewed })).status).toBe(409);
  });

  test("the app makes the sign-in two steps, and the second step appears only after the right password", async () => {
    const { secret } = await console.enrol(await console.signIn(ada));
    const plain = async (email: string, password: string) => {
      const [status, body] = await answerOf(await console.signInWith(email, password, "123456"));
      return [status, { ...body, requestID: undefined }];
    };
    expect(await plain(ada, "wrong")).toEqual(await plain("nobody@test.example", "wrong"));
    const asked = await console.signInWith(ada, testPassword);
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect(await answerOf(asked)).toMatchObject([
      403,
      { code: "second_factor_required", methods: ["totp", "recovery-code"] },
    ]);
    clock.advance(stepMs);
    const spaced = codeAt(secret, clock.now()).replace(/^.../, "$& ");
    const signedIn = await console.signInWith(ada, testPassword, spaced);
    expect(signedIn.status).toBe(204);
    expect(await console.statusOf(cookieOf(signedIn))).toBe(200);
    expect((await actionsOf()).slice(-4)).toEqual([
      ["sign-in.failed", "failed"],
      ["sign-in.failed", "failed"],
      ["sign-in.first-step", "done"],
      ["sign-in", "done"],
    ]);
  });

  test("the app's codes of the previous and the next step are accepted once each, and no earlier code is", async () => {
    const { secret } = await console.enrol(await console.signIn(ada));
    clock.advance(10 * stepMs);
    const given = async (stepsOff: number) =>
      (await console.signInWith(ada, testPassword, codeAt(secret, clock.now() + stepsOff * stepMs))).status;
    expect(await given(-2)).toBe(401);
    expect(await given(2)).toBe(401);
    expect(await given(-1)).toBe(204);
    expect(await given(-1)).toBe(401);
    expect(await given(1)).toBe(204);
    // A newer code was already used. Somebody may have copied the older code, so it is refused.
    expect(await given(0)).toBe(401);
    clock.advance(2 * stepMs);
    const both = await Promise.all([given(0), given(0), given(0)]);
    expect(both.filter((status) => status === 204)).toHaveLength(1);
  });

  test("five wrong codes block the network, even for the right code", async () => {
    const { secret } = await console.enrol(await console.signIn(ada));
    clock.advance(stepMs);
    const right = codeAt(secret, clock.now());
    const wrong = right === "000000" ? "000001" : "000000";
    for (let count = 0; count < 5; count += 1) {
      expect((await console.signInWith(ada, testPassword, wrong)).status).toBe(401);
    }
    expect(await answerOf(await console.signInWith(ada, testPassword, right))).toMatchObject([
      429,
      { code: "too_many_attempts" },
    ]);
    // While the second step is closed for Ada, a wrong password gets the same answer as always. Ben has no second
    // factor, so his password is enough.
    expect((await console.signInWith(ada, "wrong", right)).status).toBe(401);
    expect((await console.signInWith("ben@test.example", testPassword)).status).toBe(204);
  });

  test("twenty wrong codes in an hour, from any networks, block the person's second step for unknown places", async () => {
    const { secret } = await console.enrol(await console.signIn(ada));
    const from = (index: number, code: string) =>
      console.send("POST", "/api/session", {
        body: { email: ada, password: testPassword, code },
        address: `203.0.113.${index}`,
      });
    for (let index = 0; index < 20; index += 1) expect((await from(index, "NOCODE")).status).toBe(401);
    clock.advance(stepMs);
    expect((await from(99, codeAt(secret, clock.now()))).status).toBe(429);
  });

  test("a recovery code signs its person in once, and is no proof for dangerous requests", async () => {
    const { recoveryCodes } = await console.enrol(await console.signIn(ada));
    const [first = ""] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll("-", " ");
    const signedIn = await console.signInWith(ada, testPassword, typed);
    const cookie = cookieOf(signedIn);
    expect((await factorsOf(cookie)).recoveryCodes).toEqual({ remaining: 9 });
    expect((await console.signInWith(ada, testPassword, first)).status).toBe(401);
    expect(await answerOf(await console.send("DELETE", "/api/me/totp", { cookie }))).toMatchObject([
      403,
      { code: "step_up_required", methods: ["totp"] },
    ]);
    const stepUp = await console.send("POST", "/api/session/step-up", { cookie, body: { code: recoveryCodes[1] } });
    expect((await answerOf(stepUp))[0]).toBe(403);
    expect((await factorsOf(cookie)).recoveryCodes).toEqual({ remaining: 9 });
    // Several simultaneous requests use the same code. Only one of them signs in.
    const atOnce = await Promise.all([1, 2, 3].map(() => console.signInWith(ada, testPassword, recoveryCodes[3])));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([204, 401, 401]);
    // Ben cannot use a recovery code of Ada.
    await console.enrol(await console.signIn("ben@test.example"));
    expect((await console.signInWith("ben@test.example", testPassword, recoveryCodes[2])).status).toBe(401);
  });

  test("new recovery codes replace the earlier codes", async () => {
    const enrolled = await console.enrol(await console.signIn(ada));
    const made = await console.send("POST", "/api/me/recovery-codes", { cookie: enrolled.cookie });
    const { recoveryCodes } = (await made.json()) as { recoveryCodes: string[] };
    expect((await console.signInWith(ada, testPassword, enrolled.recoveryCodes[0])).status).toBe(401);
    expect((await console.signInWith(ada, testPassword, recoveryCodes[0])).status).toBe(204);
    expect((await actionsOf()).filter(([action]) => action === "recovery-codes.made")).toHaveLength(1);
  });

  test("a code of the app proves the person's identity again, and the password no longer does", async () => {
    const { secret, cookie } = await console.enrol(await console.signIn(ada));
    clock.advance(recentFactorMs);
    const stepUp = (body: object) => console.send("POST", "/api/session/step-up", { cookie, body });
    const dangerous = () => console.send("DELETE", "/api/me/passkeys/none", { cookie });
    expect((await dangerous()).status).toBe(403);
    expect(await answerOf(await stepUp({ password: testPassword }))).toMatchObject([
      403,
      { code: "step_up_failed", methods: ["totp"] },
    ]);
    expect((await dangerous()).status).toBe(403);
    // The old password is a sufficient proof for a change of password.
    const changed = await console.send("POST", "/api/me/password", {
      cookie,
      body: { currentPassword: testPassword, newPassword: "seven green bottles" },
    });
    const renewed = cookieOf(changed);
    expect((await console.send("DELETE", "/api/me/passkeys/none", { cookie: renewed })).status).toBe(403);
    const code = codeAt(secret, clock.now());
    const confirm = await console.send("POST", "/api/session/step-up", { cookie: renewed, body: { code } });
    expect(confirm.status).toBe(204);
    expect((await console.send("DELETE", "/api/me/passkeys/none", { cookie: renewed })).status).toBe(404);
    const reused = await console.send("POST", "/api/session/step-up", { cookie: renewed, body: { code } });
    expect(reused.status).toBe(403);
  });

  test("the app is removed with its recovery codes, and then the password is enough", async () => {
    const { cookie } = await console.enrol(await console.signIn(ada));
    const removed = await console.send("DELETE", "/api/me/totp", { cookie });
    expect(removed.status).toBe(204);
    expect(await console.statusOf(cookie)).toBe(401);
    expect(await factorsOf(cookieOf(removed))).toMatchObject({ passkeys: [], recoveryCodes: { remaining: 0 } });
    expect((await console.signInWith(ada, testPassword)).status).toBe(204);
    expect((await actionsOf()).map(([action]) => action)).toEqual([
      "sign-in",
      "factor.added",
      "factor.removed",
      "sign-in",
    ]);
  });

  test("administrators see the kind of the factor, and a reset removes it", async () => {
    const ben = await console.signIn("ben@test.example");
    await console.enrol(await console.signIn(ada));
    const list = async () => (await (await console.send("GET", "/api/staff", { cookie: ben })).json()).staff;
    const [person] = (await list()) as { staffID: string; methods: string[] }[];
    expect(person?.methods).toEqual(["password", "totp"]);
    await console.send("POST", `/api/staff/${person?.staffID}/reset`, { cookie: ben });
    expect((await list())[0].methods).toEqual([]);
    const rows = await queryStore(
      console.databaseUrl,
      'select "staffID" from "totp" union all select "staffID" from "recoveryCodes"',
    );
    expect(rows).toEqual([]);
  });

  test("the app's key stays readable when SESSION_SECRET is rotated, even after the old secret is removed", async () => {
    const { secret, recoveryCodes } = await console.enrol(await console.signIn(ada));
    const sealedNow = async () => {
      const [row] = await queryStore(console.databaseUrl, 'select "sealedSecret" from "totp"');
      return String(row?.sealedSecret);
    };
    const before = await sealedNow();
    expect(before).not.toContain(secret);
    await console.bff.close();
    const [oldSecret, newSecret] = [
      "a secret that is long enough for a test",
      "a new secret that is as long as it must be",
    ];
    const start = (secrets: string) =>
      createTestBff({ clock, variables: { DATABASE_URL: console.databaseUrl, SESSION_SECRET: secrets } });
    const rotated = await start(`${newSecret},${oldSecret}`);
    expect(await sealedNow()).not.toBe(before);
    await rotated.bff.close();
    const later = await start(newSecret);
    clock.advance(stepMs);
    const body = { email: ada, password: testPassword, code: codeAt(secret, clock.now()) };
    expect((await later.send("POST", "/api/session", { body })).status).toBe(204);
    await later.bff.close();
    // Without the secret, the console cannot check the app's codes, and the log says why. Recovery codes still work.
    const lost = await start("a secret that has never sealed anything");
    clock.advance(stepMs);
    const attempt = (code: string) => lost.send("POST", "/api/session", { body: { ...body, code } });
    expect((await attempt(codeAt(secret, clock.now()))).status).toBe(401);
    expect(lost.logLines.join("")).toContain("SESSION_SECRET no longer");
    expect((await attempt(recoveryCodes[0] ?? "")).status).toBe(204);
    await lost.bff.close();
  });
});
