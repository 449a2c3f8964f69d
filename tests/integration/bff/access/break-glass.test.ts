import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BreakGlassAnswer, PolicyAnswer } from "#lib/contract/access/policy.ts";
import { shownMs } from "#server/bff/access/policy/routes.ts";
import { createTestClock, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";
import { type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoConsole, type SsoConsole } from "#tests/fixtures/sso/sso-console.ts";

const [glass, ada, vera] = ["glass@test.example", "ada@test.example", "vera@test.example"];

let provider: QuirksProvider;
let console: SsoConsole;
let cookie: string;
const clock = createTestClock(Date.now());
beforeAll(async () => {
  provider = await startQuirksProvider();
});
afterAll(() => provider.close());

beforeEach(async () => {
  console = await createSsoConsole(
    provider,
    {},
    {
      clock,
      staff: [
        { email: glass, role: "administrator" },
        { email: ada, role: "administrator" },
        { email: vera, role: "viewer" },
      ],
    },
  );
  cookie = await console.signIn(ada);
  const { policy, candidates } = (await (await console.send("GET", "/api/policy", { cookie })).json()) as PolicyAnswer;
  const breakGlassStaffID = candidates.find(({ email }) => email === glass)?.staffID;
  const body = { ...policy, ssoRequired: true, breakGlassStaffID };
  expect((await console.send("PUT", "/api/policy", { cookie, body })).status).toBe(200);
});
afterEach(async () => {
  provider.failWith(null);
  await console.close();
});

const signIn = async (email: string, password = testPassword) => {
  const answer = await console.send("POST", "/api/session", { body: { email, password } });
  return {
    status: answer.status,
    cookies: answer.headers.getSetCookie(),
    body: answer.status === 204 ? null : await answer.json(),
  };
};

const shown = async (as: string) =>
  ((await (await console.send("GET", "/api/policy/break-glass", { cookie: as })).json()) as BreakGlassAnswer).uses;

const acknowledge = (as: string, sequence: number | undefined) =>
  console.send("POST", "/api/policy/break-glass/acknowledge", { cookie: as, body: { sequence } });

/** Makes all sessions look as if a second factor was used at the sign-in. */
const useSecondFactor = () => queryStore(console.databaseUrl, 'update "sessions" set "secondFactorAt" = 1');

const identity = (email: string) => ({ subject: email, idToken: { email, email_verified: true } });

test("a right password is refused with a hint about single sign-on, and a wrong password is refused without the hint", async () => {
  const wrong = await signIn(vera, "not the password at all");
  expect(wrong).toMatchObject({ status: 401, body: { code: "sign_in_failed" } });
  const right = await signIn(vera);
  expect(right).toMatchObject({
    status: 403,
    body: { code: "sso_required", detail: expect.stringMatching(/single sign-on/) },
  });
  expect(right.cookies).toEqual([]);
  expect(await signIn("nobody@test.example")).toMatchObject({ status: 401, body: { code: "sign_in_failed" } });
  const failed = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "sign-in.failed");
  expect(failed.map(({ after }) => (after as { code: string }).code)).toContain("sso_required");
});

test("the break-glass administrator can sign in while the provider fails, and other administrators see every recorded use", async () => {
  provider.failWith(503);
  expect(await shown(cookie)).toBeUndefined();
  const own = await console.signIn(glass);
  await console.signIn(glass);
  await useSecondFactor();
  const used = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "break-glass.used");
  expect(used).toMatchObject([{ actor: { email: glass } }, { actor: { email: glass } }]);
  const uses = await shown(cookie);
  expect(uses).toMatchObject({ email: glass, count: 2, isOwn: false, sequence: used[1]?.sequence });
  expect(await shown(own)).toMatchObject({ count: 2, isOwn: true });

  expect((await acknowledge(own, uses?.sequence)).status).toBe(403);
  // A number that names no use yet would acknowledge uses that nobody has seen.
  const tooHigh = await acknowledge(cookie, (uses?.sequence ?? 0) + 1);
  expect([tooHigh.status, await tooHigh.json()]).toMatchObject([400, { errors: [{ field: "sequence" }] }]);
  expect(await shown(cookie)).toMatchObject({ count: 2 });
  expect((await acknowledge(cookie, uses?.sequence)).status).toBe(204);
  expect(await shown(cookie)).toBeUndefined();
  expect(await shown(own)).toBeUndefined();
  // A second administrator who acknowledges the same uses a moment later has nothing left to do.
  expect((await acknowledge(cookie, uses?.sequence)).status).toBe(204);
  expect((await acknowledge(cookie, (uses?.sequence ?? 0) + 1)).status).toBe(400);
  const last = (await readAudit(console.databaseUrl)).at(-1);
  expect(last).toMatchObject({ action: "break-glass.acknowledged", actor: { email: ada } });
  await console.signIn(glass);
  expect(await shown(cookie)).toMatchObject({ count: 1 });
});

test("without a second factor, the break-glass administrator can only set one up", async () => {
  const own = await console.signIn(glass);
  const refused = await console.send("GET", "/api/staff", { cookie: own });
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "factor_required" }]);
  expect((await console.send("GET", "/api/staff", { cookie })).status).toBe(200);
  await useSecondFactor();
  expect((await console.send("GET", "/api/staff", { cookie: own })).status).toBe(200);
});

test("a use that nobody acknowledges is shown for 30 days", async () => {
  await console.signIn(glass);
  clock.advance(shownMs + 1);
  const { cookie: later } = await console.comeBack({ ...identity(ada), idToken: { email: ada, email_verified: true } });
  expect(later).toBeDefined();
  expect(await shown(later ?? "")).toBeUndefined();
});

test("a person with a password is linked at their first single sign-on, but the break-glass administrator never is", async () => {
  const { cookie: linked } = await console.comeBack(identity(vera));
  const session = await (await console.send("GET", "/api/session", { cookie: linked })).json();
  expect(session).toMatchObject({ staff: { email: vera, role: "viewer" }, provider: "test" });
  const refused = await console.comeBack(identity(glass));
  expect(refused.location).toContain("problem=email_taken");
});

test("the break-glass administrator cannot be demoted, disabled or reset", async () => {
  const { policy } = (await (await console.send("GET", "/api/policy", { cookie })).json()) as PolicyAnswer;
  const path = `/api/staff/${policy.breakGlassStaffID}`;
  const answers = [
    await console.send("PATCH", path, { cookie, body: { role: "viewer" } }),
    await console.send("PATCH", path, { cookie, body: { state: "disabled" } }),
    await console.send("POST", `${path}/reset`, { cookie }),
  ];
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: "break_glass_person" }]);
  }
  expect((await signIn(glass)).status).toBe(204);
});
