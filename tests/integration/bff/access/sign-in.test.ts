import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maxFailuresAMinuteFromNetwork } from "#server/bff/access/limits/sign-in-throttle.ts";
import { createTestBff, type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { guessedStaff } from "#tests/fixtures/console/guess-passwords.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const guessed = guessedStaff(maxFailuresAMinuteFromNetwork);

describe.each(testDialects.map((dialect) => ({ dialect })))("signing in on $dialect", ({ dialect }) => {
  let console: TestBff;

  beforeEach(async () => {
    console = await createTestBff({
      dialect,
      staff: [
        { email: "vera@test.example", role: "viewer" },
        { email: "emre@test.example", role: "editor" },
        ...guessed.staff,
      ],
    });
  });

  afterEach(() => console.close());

  const attempt = (email: string, password: string) =>
    console.send("POST", "/api/session", { body: { email, password } });

  test("an unknown address and a wrong password get the same answer", async () => {
    const answers = await Promise.all([attempt("vera@test.example", "wrong"), attempt("nobody@test.example", "wrong")]);
    const bodies = await Promise.all(
      answers.map(async (response) => ({ ...(await response.json()), requestID: undefined, status: response.status })),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({ status: 401, code: "sign_in_failed" });
    expect(answers.flatMap((response) => response.headers.getSetCookie())).toEqual([]);
  });

  test("the sixth failure in a minute blocks the account for its network, but no other account", async () => {
    for (let count = 0; count < 5; count += 1) expect((await attempt("vera@test.example", "wrong")).status).toBe(401);
    const closed = await attempt("vera@test.example", testPassword);
    expect(closed.status).toBe(429);
    expect(Number(closed.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(closed.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    expect(await closed.json()).toMatchObject({ code: "too_many_attempts", retryAt: expect.any(String) });
    expect((await attempt("VERA@test.example ", testPassword)).status).toBe(429);
    expect((await attempt("emre@test.example", testPassword)).status).toBe(204);
  });

  test("an unknown account is blocked like a known account", async () => {
    for (let count = 0; count < 5; count += 1) await attempt("nobody@test.example", "wrong");
    expect((await attempt("nobody@test.example", "wrong")).status).toBe(429);
  });

  test("simultaneous guesses are counted one by one", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt("vera@test.example", "wrong")));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  test("failures for any accounts block their address, and other addresses stay open", async () => {
    const attemptFrom = async (address: string, email: string, password = testPassword) =>
      (await console.send("POST", "/api/session", { body: { email, password }, address })).status;
    for (let index = 0; index < maxFailuresAMinuteFromNetwork; index += 1) {
      expect(await attemptFrom(`2001:db8::${index}`, guessed.emailOf(index), "wrong")).toBe(401);
    }
    expect(await attemptFrom("2001:db8::ffff", "vera@test.example")).toBe(429);
    expect(await attemptFrom("2001:db8:0:1::", "vera@test.example")).toBe(204);
  });

  test("successful sign-ins do not count", async () => {
    for (let count = 0; count < 8; count += 1)
      expect((await attempt("vera@test.example", testPassword)).status).toBe(204);
  });
});

test("of 500 simultaneous sign-ins, some wait and the others are refused with a retry time", async () => {
  const console = await createTestBff();
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      console.send("POST", "/api/session", {
        body: { email: `flood-${index}@test.example`, password: "wrong" },
        address: `203.0.${index % 2}.${index >> 1}`,
      }),
    ),
  );
  const counts = Map.groupBy(answers, ({ status }) => status);
  expect([...counts.keys()].sort()).toEqual([401, 429]);
  expect(counts.get(401)?.length).toBe(66);
  // The remaining time in whole seconds. It is usually 2. On a busy machine, the answer may take a second, and the
  // value is then 1.
  for (const { headers } of counts.get(429) ?? []) expect(headers.get("retry-after")).toMatch(/^[12]$/);
  await console.close();
});

test.each([
  ["no body", undefined],
  ["an additional member", { email: "a@b.example", password: "x", role: "administrator" }],
  ["a prototype", '{"email":"a@b.example","password":"x","__proto__":{"role":"administrator"}}'],
  ["a list", "[]"],
  ["numbers", { email: 1, password: 2 }],
  ["a password above the maximum length", { email: "a@b.example", password: "x".repeat(2_000) }],
])("the sign-in refuses %s as invalid", async (_what, body) => {
  const console = await createTestBff();
  const response = await console.send("POST", "/api/session", { body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_request" });
  await console.close();
});

test("variables create the first administrator, once", async () => {
  const variables = { BOOTSTRAP_ADMIN_EMAIL: "First@Test.example", BOOTSTRAP_ADMIN_PASSWORD: "the first password" };
  const first = await createTestBff({ variables });
  const cookie = await first.signIn("first@test.example", "the first password");
  const session = await (await first.send("GET", "/api/session", { cookie })).json();
  expect(session).toMatchObject({ staff: { role: "administrator" }, environments: ["production", "sandbox"] });
  await first.bff.close();

  const second = await createTestBff({
    variables: { ...variables, BOOTSTRAP_ADMIN_EMAIL: "second@test.example", DATABASE_URL: first.databaseUrl },
  });
  const refused = await second.send("POST", "/api/session", {
    body: { email: "second@test.example", password: "the first password" },
  });
  expect(refused.status).toBe(401);
  expect(second.logLines.join("")).toContain("are ignored, because there is an administrator");
  await second.bff.close();
  await first.close();
});

test("a console without an administrator says so at its start, and explains how to create one", async () => {
  const console = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }] });
  expect(console.logLines.join("")).toContain("there is no administrator: set BOOTSTRAP_ADMIN_EMAIL");
  await console.close();
});
